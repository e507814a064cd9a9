// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

extension Multipart {
    /// Reads multipart content piece by piece, without input and output of its own.
    ///
    /// ```swift
    /// reader.feed(piece)
    /// while let event = try reader.next() { … }
    /// // and so on with further pieces; when there are no more:
    /// try reader.finish()
    /// ```
    ///
    /// The states and what leads from one to the next:
    ///
    /// ```
    /// preamble ─delimiter→ mark ─CRLF→ head ─empty line→ content ─delimiter→ mark ─"--"→ close → epilogue
    /// ```
    ///
    /// 1. A delimiter is CRLF, `--` and the boundary; the first may stand without the CRLF at the very
    ///    start. Behind it come `--`, or blanks and CRLF. A line that begins like one and goes on
    ///    differently is refused: RFC 2046 forbids it, and programs disagree on what it means.
    /// 2. Lines end with CRLF. A bare LF ends nothing.
    /// 3. Each byte is looked at a bounded number of times, however the pieces are cut: the search goes
    ///    from CR to CR, and no CR stands inside a delimiter.
    /// 4. No more is kept than a head or the beginning of a delimiter.
    /// 5. After an error every further call repeats it.
    public struct Reader: Sendable {
        /// What was read.
        public enum Event: Sendable, Hashable {
            /// A part began.
            case began(Header)
            /// Some bytes of the part's content, at least one.
            case bytes([UInt8])
            /// The part ended.
            case ended
        }

        /// What was read, with the place of bytes in the buffer.
        enum Step {
            case began(Header)
            case bytes(Range<Int>)
            case ended
        }

        enum State: Sendable {
            case preamble, mark, head, content, close, epilogue
            case failed(CodingFailure)
        }

        let limits: Limits
        private let delimiter: [UInt8]
        var state = State.preamble
        /// The bytes from `consumed` on are to be read.
        private(set) var buffer: [UInt8] = []
        private var consumed = 0
        /// The bytes of the blanks behind a delimiter, or of a head, that were searched for their end.
        private var searched = 0
        /// The place in the head of the line that has not ended.
        private var line = 0
        /// The number of bytes that came before the buffer.
        private(set) var dropped = 0
        /// The number of parts that have begun.
        public private(set) var partCount = 0
        private var partBytes = 0

        /// Creates a reader.
        ///
        /// - Parameters:
        ///   - boundary: The text between the parts.
        ///   - limits: The sizes to refuse.
        public init(boundary: Boundary, limits: Limits = Limits()) {
            delimiter = Array("\r\n--\(boundary)".utf8)
            self.limits = limits
        }

        /// Creates a reader for content of a media type.
        ///
        /// - Parameters:
        ///   - mediaType: The type, with its boundary.
        ///   - limits: The sizes to refuse.
        /// - Throws: ``CodingFailure`` for a type that is not multipart or has no proper boundary.
        public init(mediaType: MediaType, limits: Limits = Limits()) throws(CodingFailure) {
            self.init(boundary: try Boundary(of: mediaType), limits: limits)
        }

        // MARK: - Reading

        /// Takes a piece of the content, of any size.
        ///
        /// - Parameter piece: The bytes behind those that came before.
        public mutating func feed(_ piece: [UInt8]) {
            if consumed == buffer.count {
                dropped += consumed
                (buffer, consumed) = (piece, 0)
                return
            }
            // The rest is short; moving it each time would cost more than the small pieces.
            if consumed >= 1 << 12 || piece.count >= 1 << 12 {
                dropped += consumed
                buffer.removeSubrange(..<consumed)
                consumed = 0
            }
            buffer += piece
        }

        /// Returns what comes next, or `nil` when another piece is needed.
        ///
        /// - Throws: ``CodingFailure`` with the number of the byte at which the content is not what it
        ///   should be, or at which a limit is exceeded.
        public mutating func next() throws(CodingFailure) -> Event? {
            switch try step() {
            case .began(let header): return .began(header)
            case .ended: return .ended
            case nil: return nil
            case .bytes(let range):
                guard range == 0..<buffer.count else { return .bytes(Array(buffer[range])) }
                // The whole piece is content, as most are: it is passed on without a copy.
                var piece: [UInt8] = []
                swap(&piece, &buffer)
                dropped += piece.count
                consumed = 0
                return .bytes(piece)
            }
        }

        /// Takes note that no more pieces come.
        ///
        /// - Throws: ``CodingFailure`` if the content ended before its last boundary.
        public mutating func finish() throws(CodingFailure) {
            switch state {
            case .close, .epilogue: return
            case .failed(let failure): throw failure
            default: throw fail(.unfinished, at: buffer.count)
            }
        }

        /// Returns what comes next without copying content; the ranges are those of the buffer.
        mutating func step() throws(CodingFailure) -> Step? {
            if dropped + buffer.count > limits.bytes { throw fail(.bytes, at: buffer.count) }
            while true {
                switch state {
                case .failed(let failure): throw failure
                case .preamble: guard try skipPreamble() else { return nil }
                case .mark: guard try readMark() else { return nil }
                case .head: return try readHead().map(Step.began)
                case .content: return try readContent()
                case .close:
                    guard consumed < buffer.count else { return nil }
                    guard [0x20, 0x09, 0x0D, 0x0A].contains(buffer[consumed]) else {
                        throw fail(.mark, at: consumed)
                    }
                    state = .epilogue
                case .epilogue:
                    consumed = buffer.count
                    return nil
                }
            }
        }

        /// Remembers what is wrong, for good.
        private mutating func fail(_ problem: Problem, at index: Int) -> CodingFailure {
            if case .failed(let failure) = state { return failure }
            let failure = problem.failure(at: dropped + index, part: partCount, limits)
            state = .failed(failure)
            (buffer, consumed) = ([], 0)
            return failure
        }

        // MARK: - Between parts

        private mutating func skipPreamble() throws(CodingFailure) -> Bool {
            if dropped + consumed == 0, buffer.count < delimiter.count - 2,
                delimiter[2...].starts(with: buffer)
            {
                return false
            }
            if dropped + consumed == 0, buffer.starts(with: delimiter[2...]) {
                consumed = delimiter.count - 2
            } else {
                let found = find()
                consumed = found.index
                guard found.isWhole else { return false }
                consumed += delimiter.count
            }
            (searched, state) = (0, .mark)
            return true
        }

        /// Reads what stands behind a delimiter.
        private mutating func readMark() throws(CodingFailure) -> Bool {
            guard buffer.count - consumed >= 2 else { return false }
            let hyphen = UInt8(ascii: "-")
            if buffer[consumed] == hyphen, buffer[consumed + 1] == hyphen {
                consumed += 2
                state = .close
                return true
            }
            // RFC 2046 §5.1.1: gateways may have added blanks.
            var index = consumed + searched
            while index < buffer.count, buffer[index] == 0x20 || buffer[index] == 0x09 {
                index += 1
                if index - consumed > limits.headBytes { throw fail(.mark, at: index) }
            }
            searched = index - consumed
            guard buffer.count - index >= 2 else {
                guard index == buffer.count || buffer[index] == 0x0D else {
                    throw fail(.mark, at: index)
                }
                return false
            }
            guard buffer[index] == 0x0D, buffer[index + 1] == 0x0A else {
                throw fail(.mark, at: index)
            }
            guard partCount < limits.parts else { throw fail(.parts, at: index) }
            consumed = index + 2
            partCount += 1
            partBytes = 0
            (searched, line) = (0, 0)
            state = .head
            return true
        }

        // MARK: - Parts

        private mutating func readHead() throws(CodingFailure) -> Header? {
            let end = headEnd()
            // Of a head that has not ended, CR at the end may begin the empty line behind it.
            let room = limits.headBytes + (end == nil ? 1 : 0)
            guard (end ?? buffer.count) - consumed <= room else { throw fail(.head, at: consumed) }
            guard let end else { return nil }
            let start = consumed
            let header: Header
            do throws(Problem) {
                let fields = try Fields.parsed(buffer[start..<end], limits)
                header = try Header(fields, limits: limits)
            } catch {
                throw fail(error, at: start)
            }
            consumed = end + 2
            state = .content
            return header
        }

        /// The index of the empty line at the end of a head.
        private mutating func headEnd() -> Int? {
            while let feed = buffer[(consumed + searched)...].firstIndex(of: 0x0A) {
                let start = consumed + line
                if feed == start + 1, buffer[start] == 0x0D { return start }
                line = feed + 1 - consumed
                searched = line
            }
            searched = buffer.count - consumed
            return nil
        }

        private mutating func readContent() throws(CodingFailure) -> Step? {
            let start = consumed
            let found = find()
            partBytes += found.index - start
            guard partBytes <= limits.partBytes else { throw fail(.partBytes, at: found.index) }
            consumed = found.index
            if found.index > start { return .bytes(start..<found.index) }
            guard found.isWhole else { return nil }
            consumed += delimiter.count
            (searched, state) = (0, .mark)
            return .ended
        }

        /// The index of the next delimiter, or of what may be the beginning of one at the end.
        private func find() -> (index: Int, isWhole: Bool) {
            ByteSearch.find(delimiter, in: buffer, from: consumed)
        }
    }
}
