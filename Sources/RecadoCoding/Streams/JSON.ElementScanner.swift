// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension JSON {
    /// Finds the elements of one array in a JSON document that may be larger than memory.
    ///
    /// The array is the root of the document, or a path of keys leads to it. At most one element of
    /// the array, or one key or scalar outside of the array, is held in memory. The scanner finds
    /// the bounds of elements without parsing them. It checks the rest of the document up to the
    /// last byte, so an incomplete or invalid document always causes an error.
    ///
    /// 1. Outside of elements, `expectation` holds the token that the grammar expects next.
    /// 2. `levels` holds the open objects and arrays outside of elements; the array itself is
    ///    `target`.
    /// 3. Until a key, a scalar or an element is complete, it is kept as the current record of the
    ///    window.
    public struct ElementScanner: RecordScanner {
        enum Expectation: Sendable {
            case value, firstElement, key, firstKey, colon, comma, nothing
        }

        enum Level: Sendable {
            /// An object; `onPath` is true if the object is on the path to the array.
            case object(onPath: Bool)
            case array
            case target
        }

        private let json: JSON
        private let options: StreamOptions
        private let path: [String]
        private let arrayPointer: String
        /// True if the path has a `*` before its end, which the scanner does not support.
        private let isUnsupported: Bool
        private var window: ByteWindow
        private var expectation = Expectation.value
        private var levels: [Level] = []
        /// The scanner for the end of the current value, if a value is being read.
        private var capture: ValueCapture?
        /// True if the key that was read last is the next key of the path.
        private var isNextOnPath = true
        private var isFound = false
        private var count = 0

        /// Creates a scanner at the start of a document.
        ///
        /// - Parameters:
        ///   - path: The keys that lead to the array; by default the root, if the document itself
        ///     is the array. The path may end in `*`, for the elements; a `*` elsewhere, or an
        ///     index, is an error.
        ///   - json: The settings for checking the rest of the document.
        ///   - options: The limits and options of the stream.
        public init(
            at path: CodingPath = .root,
            json: JSON = JSON(),
            options: StreamOptions = StreamOptions()
        ) {
            let steps = path.steps.last == .every ? path.steps.dropLast() : path.steps[...]
            self.path = steps.map(\.text)
            arrayPointer = Document.pointer(self.path.map { .key($0) })
            isUnsupported = steps.contains(.every)
            self.json = json
            self.options = options
            window = options.makeWindow()
        }

        /// Takes a piece of the document, of any size.
        ///
        /// - Parameter piece: The bytes that follow the earlier pieces.
        public mutating func feed(_ piece: [UInt8]) { window.append(piece) }

        /// Marks the end of the input.
        ///
        /// - Throws: ``CodingError`` if the document is not complete or does not contain the array.
        public mutating func finish() throws(CodingError) {
            guard case .nothing = expectation else {
                throw malformed("the document ends too early")
            }
            guard isFound else {
                throw CodingError(.keyNotFound, "expected an array", pointer: arrayPointer)
            }
        }

        /// Returns the next element; `nil` if another piece is needed or none is left.
        ///
        /// - Throws: ``CodingError`` for a document that is malformed, an element that is too
        ///   large, or a path that leads to something other than an array.
        public mutating func next() throws(CodingError) -> Record? {
            // RFC 8259 §8.1 lets a parser ignore a byte order mark.
            guard window.skipByteOrderMark(isLast: false) else { return nil }
            while window.scanned < window.end {
                if capture == nil {
                    try readByte(window[window.start])
                } else if let record = try readCapture() {
                    return record
                }
            }
            return nil
        }

        /// Creates an error at the first byte that has not been scanned.
        private func malformed(
            _ message: String,
            _ code: CodingError.Code = .malformed
        ) -> CodingError {
            CodingError(code, message, place: window.location(of: window.scanned).failurePlace)
        }

        private mutating func advance() { window.drop(to: window.start + 1) }
    }
}

// MARK: - Structure

extension JSON.ElementScanner {
    private var isInTarget: Bool {
        if case .target = levels.last { true } else { false }
    }

    /// Processes a byte outside of keys, scalars and elements.
    private mutating func readByte(_ byte: UInt8) throws(CodingError) {
        if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { return advance() }
        switch expectation {
        case .value: try readValue(byte)
        case .firstElement:
            if byte == UInt8(ascii: "]") { close() } else { try readValue(byte) }
        case .key, .firstKey:
            if byte == UInt8(ascii: "}"), case .firstKey = expectation { return close() }
            guard byte == UInt8(ascii: "\"") else {
                throw malformed("expected a key in quotation marks")
            }
            capture = ValueCapture(.key, byte)
        case .colon:
            guard byte == UInt8(ascii: ":") else { throw malformed("expected a colon") }
            advance()
            expectation = .value
        case .comma: try readComma(byte)
        case .nothing: throw malformed("expected nothing behind the value")
        }
    }

    private mutating func readComma(_ byte: UInt8) throws(CodingError) {
        let isObject = if case .object = levels.last { true } else { false }
        if byte == UInt8(ascii: ",") {
            advance()
            expectation = isObject ? .key : .value
        } else if byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
            close()
        } else {
            throw malformed("expected a comma or a closing bracket")
        }
    }

    private mutating func readValue(_ byte: UInt8) throws(CodingError) {
        if isInTarget {
            count += 1
            try options.check(valueNumber: count, at: window.locate())
            capture = ValueCapture(.element, byte)
            return
        }
        guard byte < 0x80 else { throw malformed("expected a value") }
        let isOnPath = !isFound && isNextOnPath
        let isTarget = isOnPath && levels.count == path.count
        if isTarget, byte != UInt8(ascii: "[") {
            throw CodingError(
                .typeMismatch,
                "expected an array",
                pointer: arrayPointer,
                place: window.locate().failurePlace
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
        default: capture = ValueCapture(.scalar, byte)
        }
    }

    private func unsupported(_ step: String) -> CodingError {
        CodingError(
            .unsupported,
            "\(step) in the path to the elements of a stream is not supported",
            pointer: arrayPointer
        )
    }

    private mutating func open(_ level: Level) throws(CodingError) {
        guard levels.count < json.limits.depth else {
            let message = "expected at most \(json.limits.depth) levels of nesting"
            throw malformed(message, .tooDeep)
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
}

// MARK: - Values

extension JSON.ElementScanner {
    /// Continues to read a key, a scalar or an element.
    private mutating func readCapture() throws(CodingError) -> JSON.Record? {
        guard var capture else { return nil }
        let from = window.scanned
        let (end, isComplete) = ByteReader.lending(window.bytes) { capture.scan($0, from: from) }
        window.scan(to: end)
        self.capture = capture
        try window.check(window.start..<end)
        guard isComplete else { return nil }
        self.capture = nil
        let location = window.locate()
        let bytes = window.take(window.start..<end)
        switch capture.purpose {
        case .element:
            expectation = .comma
            return JSON.Record(
                bytes: bytes,
                number: count,
                location: location,
                listPointer: arrayPointer
            )
        case .scalar:
            _ = try parse(bytes, at: location)
            expectation = levels.isEmpty ? .nothing : .comma
        case .key:
            let key = try parse(bytes, at: location).root.string ?? ""
            expectation = .colon
            if case .object(onPath: true) = levels.last {
                isNextOnPath =
                    levels.count <= path.count && path[levels.count - 1].hasSameBytes(as: key)
            }
        }
        return nil
    }

    /// Checks a key or a scalar.
    private func parse(
        _ bytes: [UInt8],
        at location: StreamLocation
    ) throws(CodingError) -> Document {
        do throws(CodingError) {
            return try Document.json(bytes, json)
        } catch {
            throw CodingError(error.code, error.message, place: location.failurePlace)
        }
    }
}
