// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension JSON {
    /// The original bytes of one value of a stream, with its position.
    public struct Record: Sendable, Hashable {
        /// The bytes of the value, possibly with white space around them.
        public let bytes: [UInt8]
        /// The number of the value in its stream, from 1.
        public let number: Int
        /// The number of bytes in the stream before the value.
        public var offset: Int { location.offset }
        /// The line of the stream in which the value begins, from 1.
        public var line: Int { location.line }

        let location: StreamLocation
        /// The JSON Pointer of the array that contains the value, or `nil` if the value is a
        /// document of its own.
        var listPointer: String?
        /// True if the stream may have been cut off within the value.
        var isTruncated = false
    }
}

extension JSON: RecordDecoder {
    typealias StreamRecord = Record

    func decode<Model: Decodable>(
        _ type: Model.Type,
        from record: Record
    ) throws(CodingError) -> Model {
        do throws(CodingError) {
            guard !record.isTruncated else {
                throw CodingError(.malformed, "the value may have been cut off")
            }
            return try decode(from: record.bytes)
        } catch {
            let pointer = record.listPointer.map { "\($0)/\(record.number - 1)" } ?? ""
            throw error.moved(to: record.location).named("value \(record.number)", pointer: pointer)
        }
    }
}
