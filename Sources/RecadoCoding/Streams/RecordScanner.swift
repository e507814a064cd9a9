// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A state machine that finds the values in a stream, without input and output.
protocol RecordScanner: Sendable {
    mutating func feed(_ piece: [UInt8])
    mutating func next() throws(CodingFailure) -> JSON.Record?
    /// Takes note of the end of the stream; what was still open comes out of `next`.
    mutating func finish() throws(CodingFailure)
    /// Where a value stands in the document that the stream is, as a JSON Pointer.
    func pointer(of record: JSON.Record) -> String
}

/// A place in a stream, counted on as bytes go by.
struct RecordPlace: Sendable, Hashable {
    var offset = 0
    var line = 1
    /// The characters before the place in its line.
    var column = 0

    /// Moves on over one byte.
    @inline(__always)
    mutating func advance(over byte: UInt8) {
        offset &+= 1
        if byte == 0x0A {
            line &+= 1
            column = 0
        } else if byte & 0xC0 != 0x80 {
            column &+= 1
        }
    }

    /// Moves on over several bytes.
    mutating func advance(over bytes: ArraySlice<UInt8>) {
        offset += bytes.count
        guard let last = bytes.lastIndex(of: 0x0A) else {
            column += Self.characters(bytes)
            return
        }
        line += bytes.count { $0 == 0x0A }
        column = Self.characters(bytes[(last + 1)...])
    }

    private static func characters(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.count { $0 & 0xC0 != 0x80 }
    }

    var failurePlace: CodingFailure.Place {
        CodingFailure.Place(offset: offset, line: line, column: column + 1, snippet: "")
    }
}

extension CodingFailure {
    /// The failure as it is in a stream that holds the value in which it was found.
    func moved(to record: JSON.Record, pointer: String) -> CodingFailure {
        let place = RecordPlace(offset: record.offset, line: record.line, column: record.column)
        return moved(to: place).named("value \(record.number)", pointer: pointer)
    }

    /// The failure with its place in a stream, of which the value begins at a place.
    func moved(to start: RecordPlace) -> CodingFailure {
        let moved = place.map { inner in
            Place(
                offset: start.offset + inner.offset,
                line: start.line + max(inner.line, 1) - 1,
                column: inner.line <= 1 ? start.column + max(inner.column, 1) : inner.column,
                snippet: inner.snippet
            )
        }
        return CodingFailure(
            code,
            message,
            pointer: pointer,
            place: moved ?? start.failurePlace,
            reason: (detail, underlying)
        )
    }

    /// The failure with the name of the value in which it was found, and where that stands.
    func named(_ name: String, pointer prefix: String) -> CodingFailure {
        CodingFailure(
            code,
            "\(name): \(message)",
            pointer: prefix + pointer,
            place: place,
            reason: (detail, underlying)
        )
    }
}

extension JSON.StreamOptions {
    /// Refuses a value of too many bytes.
    func check(_ count: Int, at place: RecordPlace) throws(CodingFailure) {
        guard count <= valueBytes else {
            throw CodingFailure(
                .tooLarge,
                "expected at most \(valueBytes) bytes in a value",
                place: place.failurePlace
            )
        }
    }

    /// Refuses a value beyond the last.
    func check(valueNumber: Int, at place: RecordPlace) throws(CodingFailure) {
        guard valueNumber <= values else {
            throw CodingFailure(
                .tooLarge,
                "expected at most \(values) values",
                place: place.failurePlace
            )
        }
    }
}
