// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A location in a stream, which advances as bytes of the stream are read.
struct StreamLocation: Sendable, Hashable {
    /// The line endings of a format.
    enum LineEnds: Sendable {
        /// None: there are no lines.
        case none
        /// LF or CRLF.
        case feeds
        /// LF, CR or CRLF (XML 1.0 §2.11).
        case any
    }

    let lines: LineEnds
    /// The number of bytes before the location.
    private(set) var offset = 0
    /// The line, from 1.
    private(set) var line = 1
    /// The number of characters before the location in its line.
    private(set) var column = 0
    /// True if the previous byte is a CR.
    private var isBehindReturn = false

    init(lines: LineEnds) {
        self.lines = lines
    }

    /// Advances over bytes.
    mutating func advance(over bytes: ArraySlice<UInt8>) {
        offset += bytes.count
        switch lines {
        case .none: return
        case .any where isBehindReturn || bytes.contains(0x0D):
            for byte in bytes { advance(over: byte) }
            return
        case .any, .feeds: break
        }
        guard let last = bytes.lastIndex(of: 0x0A) else {
            column += Self.characters(bytes)
            return
        }
        line += bytes.count { $0 == 0x0A }
        column = Self.characters(bytes[(last + 1)...])
    }

    /// Updates the line and column for a byte, which is already counted in `offset`.
    private mutating func advance(over byte: UInt8) {
        // An LF after a CR does not end another line.
        let isSecond = byte == 0x0A && isBehindReturn
        isBehindReturn = byte == 0x0D
        if isSecond { return }
        if byte == 0x0A || byte == 0x0D {
            beginLine()
        } else if byte & 0xC0 != 0x80 {
            column += 1
        }
    }

    /// Advances over bytes, which must be the rest of a line with its line ending.
    mutating func advance(overLine count: Int) {
        offset += count
        beginLine()
    }

    private mutating func beginLine() {
        line += 1
        column = 0
    }

    private static func characters(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.count { $0 & 0xC0 != 0x80 }
    }

    /// The location in the form in which errors report it.
    var failurePlace: CodingError.Location {
        guard lines != .none else { return CodingError.Location(offset: offset) }
        return CodingError.Location(offset: offset, line: line, column: column + 1, snippet: "")
    }
}

extension CodingError {
    /// Converts the position in a record to a position in the stream, given the location at which
    /// the record begins.
    func moved(to start: StreamLocation) -> CodingError {
        let moved = place.map { inner in
            Location(
                offset: start.offset + inner.offset,
                line: start.line + max(inner.line, 1) - 1,
                column: inner.line <= 1 ? start.column + max(inner.column, 1) : inner.column,
                snippet: inner.snippet
            )
        }
        return CodingError(
            code,
            message,
            pointer: pointer,
            place: moved ?? start.failurePlace,
            reason: (detail, underlying)
        )
    }

    /// Adds the name of the record before the message, and a pointer before the error's own
    /// pointer.
    func named(_ name: String, pointer prefix: String) -> CodingError {
        CodingError(
            code,
            "\(name): \(message)",
            pointer: prefix + pointer,
            place: place,
            reason: (detail, underlying)
        )
    }
}
