// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension JSON {
    /// Finds the elements of one array in a JSON document that may be larger than memory.
    ///
    /// The array is the document itself or stands under a path of keys. Only the element in hand is
    /// kept; of what stands around the array, one key or scalar. The elements are cut out and left to be
    /// parsed; the rest of the document is checked to its last byte, so that the sequence of elements
    /// does not end well before the document does. Used like ``LineScanner``.
    ///
    /// 1. Outside of elements each byte is taken by what the grammar expects there, `expectation`.
    /// 2. `levels` holds the open objects and arrays outside of elements; the array itself is `target`.
    /// 3. A key, a scalar or an element is `capture`d to its last byte before it is looked at.
    public struct ElementScanner: RecordScanner {
        enum Expectation: Sendable {
            case value, firstElement, key, firstKey, colon, comma, nothing
        }

        enum Level: Sendable {
            /// An object; whether it stands on the path to the array.
            case object(onPath: Bool)
            case array
            case target
        }

        private let json: JSON
        private let options: StreamOptions
        private let path: [String]
        /// Whether the path collects arrays, which one pass over the document does not.
        private let isUnsupported: Bool
        private var expectation = Expectation.value
        private var levels: [Level] = []
        /// The value that is being read, if one is.
        private var capture: ValueCapture?
        /// Whether the key read last is the next one on the path.
        private var isNextOnPath = true
        private var isFound = false
        /// How many bytes of a byte order mark have come.
        private var markCount = 0
        private var piece: [UInt8] = []
        private var at = 0
        private var place = RecordPlace()
        private var count = 0

        /// Creates a scanner at the start of a document.
        ///
        /// - Parameters:
        ///   - path: The keys that lead to the array; empty, which is the default, if the document is the
        ///     array. A `*` at the end may stand for the elements; another, or an index, is a failure.
        ///   - json: How the rest of the document is checked.
        ///   - options: What is accepted.
        public init(
            at path: CodingPath = .root,
            json: JSON = JSON(),
            options: StreamOptions = StreamOptions()
        ) {
            let steps = path.steps.last == .every ? path.steps.dropLast() : path.steps[...]
            self.path = steps.map(\.text)
            isUnsupported = steps.contains(.every)
            self.json = json
            self.options = options
        }

        /// Takes a piece of the document, of any size.
        ///
        /// - Parameter piece: The bytes behind those that came before.
        public mutating func feed(_ piece: [UInt8]) {
            self.piece = at == self.piece.count ? piece : Array(self.piece[at...]) + piece
            at = 0
        }

        /// Takes note that no more pieces come.
        ///
        /// - Throws: ``CodingFailure`` if the document is not complete or does not hold the array.
        public mutating func finish() throws(CodingFailure) {
            guard case .nothing = expectation else {
                throw failure(.malformed, "the document ends too early")
            }
            guard isFound else {
                throw CodingFailure(.keyNotFound, "expected an array", pointer: arrayPointer)
            }
        }

        /// Returns the next element, or `nil` when another piece is needed or none is left.
        ///
        /// - Throws: ``CodingFailure`` for a document that is malformed, an element that is too large, or
        ///   a path that leads to something other than an array.
        public mutating func next() throws(CodingFailure) -> Record? {
            while at < piece.count {
                if capture != nil {
                    if let record = try readCapture() { return record }
                } else {
                    try readByte(piece[at])
                }
            }
            return nil
        }

        func pointer(of record: Record) -> String { "\(arrayPointer)/\(record.number - 1)" }

        private var arrayPointer: String { Document.pointer(path.map { .key($0) }) }

        private func failure(_ code: CodingFailure.Code, _ message: String) -> CodingFailure {
            CodingFailure(code, message, place: place.failurePlace)
        }

        private mutating func advance() {
            place.advance(over: piece[at])
            at += 1
        }

        // MARK: - Structure

        private var isInTarget: Bool {
            if case .target = levels.last { true } else { false }
        }

        /// Takes a byte outside of keys, scalars and elements.
        private mutating func readByte(_ byte: UInt8) throws(CodingFailure) {
            if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { return advance() }
            // RFC 8259 §8.1 lets a parser ignore a byte order mark, which is whole and comes first.
            let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
            if markCount < mark.count, place.offset == markCount, byte == mark[markCount] {
                markCount += 1
                return advance()
            }
            guard markCount == 0 || markCount == mark.count else {
                throw failure(.malformed, "expected the rest of the byte order mark")
            }
            switch expectation {
            case .value: try readValue(byte)
            case .firstElement:
                if byte == UInt8(ascii: "]") { close() } else { try readValue(byte) }
            case .key, .firstKey:
                if byte == UInt8(ascii: "}"), case .firstKey = expectation { return close() }
                guard byte == UInt8(ascii: "\"") else {
                    throw failure(.malformed, "expected a key in quotation marks")
                }
                capture = ValueCapture(.key, byte, at: place)
            case .colon:
                guard byte == UInt8(ascii: ":") else {
                    throw failure(.malformed, "expected a colon")
                }
                advance()
                expectation = .value
            case .comma: try readComma(byte)
            case .nothing: throw failure(.malformed, "expected nothing behind the value")
            }
        }

        private mutating func readComma(_ byte: UInt8) throws(CodingFailure) {
            let isObject = if case .object = levels.last { true } else { false }
            if byte == UInt8(ascii: ",") {
                advance()
                expectation = isObject ? .key : .value
            } else if byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                close()
            } else {
                throw failure(.malformed, "expected a comma or a closing bracket")
            }
        }

        private mutating func readValue(_ byte: UInt8) throws(CodingFailure) {
            if isInTarget {
                count += 1
                try options.check(valueNumber: count, at: place)
                capture = ValueCapture(.element, byte, at: place)
                return
            }
            let isOnPath = !isFound && isNextOnPath
            let isTarget = isOnPath && levels.count == path.count
            if isTarget, byte != UInt8(ascii: "[") {
                throw CodingFailure(
                    .typeMismatch,
                    "expected an array",
                    pointer: arrayPointer,
                    place: place.failurePlace
                )
            }
            if isUnsupported { throw unsupported("*") }
            if isOnPath, !isTarget, byte == UInt8(ascii: "["), Int(path[levels.count]) != nil {
                throw unsupported("an index")
            }
            switch byte {
            case UInt8(ascii: "["):
                try open(isTarget ? .target : .array)
                isFound = isFound || isTarget
                expectation = .firstElement
            case UInt8(ascii: "{"):
                try open(.object(onPath: isOnPath))
                expectation = .firstKey
            default:
                capture = ValueCapture(.scalar, byte, at: place)
            }
        }

        private func unsupported(_ step: String) -> CodingFailure {
            CodingFailure(
                .unsupported,
                "\(step) in the path to the elements of a stream is not supported",
                pointer: arrayPointer
            )
        }

        private mutating func open(_ level: Level) throws(CodingFailure) {
            guard levels.count < json.limits.depth else {
                throw failure(.tooDeep, "expected at most \(json.limits.depth) levels of nesting")
            }
            levels.append(level)
            isNextOnPath = false
            advance()
        }

        private mutating func close() {
            levels.removeLast()
            isNextOnPath = false
            advance()
            expectation = levels.isEmpty ? .nothing : .comma
        }

        // MARK: - Values

        /// Reads on in a key, a scalar or an element.
        private mutating func readCapture() throws(CodingFailure) -> Record? {
            guard var value = capture else { return nil }
            // Taken out, so that its bytes are not copied when they grow.
            capture = nil
            let isComplete = value.take(from: piece, at: &at, &place)
            try options.check(value.bytes.count, at: value.start)
            guard isComplete else {
                capture = value
                return nil
            }
            switch value.purpose {
            case .element:
                expectation = .comma
                return Record(bytes: value.bytes, number: count, place: value.start)
            case .scalar:
                _ = try parse(value)
                expectation = levels.isEmpty ? .nothing : .comma
            case .key:
                let key = try parse(value).root.string ?? ""
                expectation = .colon
                if case .object(onPath: true) = levels.last {
                    isNextOnPath =
                        levels.count <= path.count
                        && path[levels.count - 1].hasSameBytes(as: key)
                }
            }
            return nil
        }

        /// Checks a key or a scalar.
        private func parse(_ value: ValueCapture) throws(CodingFailure) -> Document {
            do throws(CodingFailure) {
                return try Document.json(value.bytes, json)
            } catch {
                throw CodingFailure(error.code, error.message, place: value.start.failurePlace)
            }
        }
    }
}
