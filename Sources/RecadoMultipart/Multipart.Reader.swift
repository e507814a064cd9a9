// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
public import RecadoHTTP

extension Multipart {
    /// Reads multipart content piece by piece, without performing input or output itself.
    ///
    /// The states and their transitions:
    ///
    /// ```
    /// preamble ─delimiter→ mark ─CRLF→ head ─empty line→ content ─delimiter→ mark
    /// mark ─"--"→ close → epilogue
    /// ```
    ///
    /// 1. A delimiter is CRLF, `--` and the boundary; at the very start of the content, it may lack
    ///    the CRLF. After a delimiter comes either `--`, or CRLF with optional white space before
    ///    it. A line that begins like a delimiter and continues differently is refused, because RFC
    ///    2046 forbids it and programs disagree on its meaning.
    /// 2. Lines end with CRLF. A bare LF does not end a line.
    /// 3. Each byte is examined a bounded number of times, for any division into pieces: the search
    ///    goes from CR to CR, and in a delimiter only the first byte is a CR.
    /// 4. The reader keeps at most a head or the beginning of a delimiter.
    /// 5. After an error, every further call throws the same error again.
    public struct Reader: RecordScanner {
        /// An event of the reader.
        public enum Event: Sendable, Hashable {
            /// A part began.
            case began(Header)
            /// A piece of the part's content, at least one byte.
            case bytes([UInt8])
            /// The part ended.
            case ended
        }

        /// The event that was read, with the range of its bytes in the window.
        enum Step {
            case began(Header)
            case bytes(Range<Int>)
            case ended
        }

        enum State: Sendable {
            case preamble, mark, head, content, close, epilogue
            case failed(CodingError)
        }

        let limits: Limits
        private let delimiter: [UInt8]
        var state = State.preamble
        /// The bytes that have arrived; each record of the window is a head, or the white space
        /// after a delimiter.
        private var window: ByteWindow
        /// The number of bytes of the head before the current line.
        private var line = 0
        /// The number of parts that have begun.
        public private(set) var partCount = 0
        private var partBytes = 0

        /// Creates a reader.
        ///
        /// - Parameters:
        ///   - boundary: The boundary between the parts.
        ///   - limits: The sizes beyond which content is refused.
        public init(boundary: Boundary, limits: Limits = Limits()) {
            delimiter = Array("\r\n--\(boundary)".utf8)
            self.limits = limits
            let maximum = limits.headBytes
            window = ByteWindow(maximumBytes: maximum, of: "the head of a part")
        }

        /// Creates a reader for content of a media type.
        ///
        /// - Parameters:
        ///   - mediaType: The type, with its boundary.
        ///   - limits: The sizes beyond which content is refused.
        /// - Throws: `CodingError` for a type that is not multipart or has no valid boundary.
        public init(mediaType: MediaType, limits: Limits = Limits()) throws(CodingError) {
            self.init(boundary: try Boundary(of: mediaType), limits: limits)
        }

        // MARK: - Reading

        /// Appends a piece of the content, of any size.
        ///
        /// - Parameter piece: The bytes that follow the earlier pieces.
        public mutating func feed(_ piece: [UInt8]) { window.append(piece) }

        /// Returns the next event, or `nil` when another piece is needed.
        ///
        /// - Throws: `CodingError` with the offset of the byte at which the content is malformed
        ///   or a limit is exceeded.
        public mutating func next() throws(CodingError) -> Event? {
            switch try step() {
            case .began(let header): return .began(header)
            case .ended: return .ended
            case nil: return nil
            case .bytes(let range):
                // A whole piece of content, which is the usual case, is passed on without a copy.
                return .bytes(window.take(range))
            }
        }

        /// Marks the end of the input: no more pieces will come.
        ///
        /// - Throws: `CodingError` if the content ended before its last boundary.
        public mutating func finish() throws(CodingError) {
            switch state {
            case .close, .epilogue: return
            case .failed(let failure): throw failure
            default: throw fail(.unfinished, at: window.end)
            }
        }

        /// Returns the next event without copying content; its range refers to the window.
        mutating func step() throws(CodingError) -> Step? {
            if window.offset(of: window.end) > limits.bytes {
                throw fail(.bytes, at: window.end)
            }
            while true {
                switch state {
                case .failed(let failure): throw failure
                case .preamble: guard try skipPreamble() else { return nil }
                case .mark: guard try readMark() else { return nil }
                case .head: return try readHead().map(Step.began)
                case .content: return try readContent()
                case .close:
                    guard !window.isEmpty else { return nil }
                    guard [0x20, 0x09, 0x0D, 0x0A].contains(window[window.start]) else {
                        throw fail(.mark, at: window.start)
                    }
                    state = .epilogue
                case .epilogue:
                    window.drop(to: window.end)
                    return nil
                }
            }
        }

        /// Stores the failure, so that further calls throw it again.
        private mutating func fail(_ problem: Problem, at index: Int) -> CodingError {
            if case .failed(let failure) = state { return failure }
            let failure = problem.failure(at: window.offset(of: index), part: partCount, limits)
            state = .failed(failure)
            window.drop(to: window.end)
            return failure
        }

        // MARK: - Between parts

        private mutating func skipPreamble() throws(CodingError) -> Bool {
            if window.offset(of: window.start) == 0 {
                let line = delimiter[2...]
                if window.bytes.starts(with: line) {
                    window.drop(to: line.count)
                    state = .mark
                    return true
                }
                if line.starts(with: window.bytes) { return false }
            }
            let found = window.find(delimiter)
            window.drop(to: found.index)
            if found.isWhole { passDelimiter() }
            return found.isWhole
        }

        private mutating func passDelimiter() {
            window.drop(to: window.start + delimiter.count)
            state = .mark
        }

        /// Reads the bytes that follow a delimiter.
        private mutating func readMark() throws(CodingError) -> Bool {
            let start = window.start
            guard window.end - start >= 2 else { return false }
            let hyphen = UInt8(ascii: "-")
            if window[start] == hyphen, window[start + 1] == hyphen {
                window.drop(to: start + 2)
                state = .close
                return true
            }
            // RFC 2046 §5.1.1: gateways may have added white space.
            var index = window.scanned
            while index < window.end, window[index] == 0x20 || window[index] == 0x09 {
                index += 1
                if index - start > limits.headBytes { throw fail(.mark, at: index) }
            }
            window.scan(to: index)
            guard window.end - index >= 2 else {
                guard index == window.end || window[index] == 0x0D else {
                    throw fail(.mark, at: index)
                }
                return false
            }
            guard window[index] == 0x0D, window[index + 1] == 0x0A else {
                throw fail(.mark, at: index)
            }
            guard partCount < limits.parts else { throw fail(.parts, at: index) }
            window.drop(to: index + 2)
            partCount += 1
            (partBytes, line) = (0, 0)
            state = .head
            return true
        }

        // MARK: - Parts

        private mutating func readHead() throws(CodingError) -> Header? {
            let end = headEnd()
            let start = window.start
            // While a head is incomplete, its last byte is not counted, because it may be the CR of
            // the empty line after the head.
            let size = (end ?? window.end - 1) - start
            guard size <= limits.headBytes else { throw fail(.head, at: start) }
            guard let end else { return nil }
            let header: Header
            do throws(Problem) {
                let fields = try Fields.parsed(window.bytes[start..<end], limits)
                header = try Header(fields, limits: limits)
            } catch {
                throw fail(error, at: start)
            }
            window.drop(to: end + 2)
            state = .content
            return header
        }

        /// Returns the index of the empty line at the end of a head.
        private mutating func headEnd() -> Int? {
            while let feed = window.bytes[window.scanned...].firstIndex(of: 0x0A) {
                let start = window.start + line
                if feed == start + 1, window[start] == 0x0D { return start }
                line = feed + 1 - window.start
                window.scan(to: feed + 1)
            }
            window.scan(to: window.end)
            return nil
        }

        private mutating func readContent() throws(CodingError) -> Step? {
            let start = window.start
            let found = window.find(delimiter)
            partBytes += found.index - start
            guard partBytes <= limits.partBytes else { throw fail(.partBytes, at: found.index) }
            window.drop(to: found.index)
            if found.index > start { return .bytes(start..<found.index) }
            guard found.isWhole else { return nil }
            passDelimiter()
            return .ended
        }
    }
}
