// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A state machine that finds the complete records of a stream; it performs no I/O itself.
///
/// ```swift
/// scanner.feed(piece)
/// while let record = try scanner.next() { … }
/// // and so on with further pieces; when there are no more:
/// try scanner.finish()
/// while let record = try scanner.next() { … }
/// ```
///
/// The records are the same however the stream is split into pieces.
public protocol RecordScanner<Record>: Sendable {
    /// The type of a record, such as a line, an element or an event.
    associatedtype Record

    /// Takes a piece of the stream, of any size.
    ///
    /// - Parameter piece: The bytes that follow the earlier pieces.
    mutating func feed(_ piece: [UInt8])

    /// Marks the end of the input, after which the last record can be read.
    ///
    /// - Throws: ``CodingError`` if the stream is incomplete.
    mutating func finish() throws(CodingError)

    /// Returns the next record; `nil` if another piece is needed or, at the end, none is left.
    ///
    /// - Throws: ``CodingError`` for a record that cannot be read.
    mutating func next() throws(CodingError) -> Record?
}

/// A format that decodes models from the records of a stream.
protocol RecordDecoder<StreamRecord>: Sendable {
    associatedtype StreamRecord

    /// Decodes a record; an error has the record's name and its location in the stream.
    func decode<Model: Decodable>(
        _ type: Model.Type,
        from record: StreamRecord
    ) throws(CodingError) -> Model
}

/// A scanner whose records are models, decoded from the records of another scanner.
struct DecodingScanner<
    Model: Decodable,
    Records: RecordScanner,
    Format: RecordDecoder<Records.Record>
>: RecordScanner {
    var records: Records
    let format: Format

    mutating func feed(_ piece: [UInt8]) { records.feed(piece) }

    mutating func finish() throws(CodingError) { try records.finish() }

    mutating func next() throws(CodingError) -> Model? {
        guard let record = try records.next() else { return nil }
        return try format.decode(Model.self, from: record)
    }
}
