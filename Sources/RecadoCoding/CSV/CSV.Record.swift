// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension CSV {
    /// One record of a file, with its number and line.
    public struct Record: Sendable, Hashable {
        /// The number of the record in its file, from 1; the header counts as a record.
        public let number: Int
        /// The line in which the record begins, from 1.
        public let line: Int
        /// The bytes of all fields, concatenated, without their enclosing quotation marks.
        let bytes: [UInt8]
        let fields: [Field]

        /// The end of a field within the bytes, and whether it had quotation marks.
        struct Field: Sendable, Hashable {
            let end: Int
            let isMarked: Bool
        }

        /// The number of fields.
        public var count: Int { fields.count }

        /// True if the record is an empty line.
        var isBlank: Bool { fields.count == 1 && bytes.isEmpty && !fields[0].isMarked }

        /// Returns the text of a field.
        ///
        /// - Parameter index: The field, from 0.
        /// - Returns: The text; `nil` for an empty field without quotation marks, and for an index
        ///   after the last field.
        /// - Throws: ``CodingError`` for bytes that are not UTF-8.
        public func text(at index: Int) throws(CodingError) -> String? {
            guard fields.indices.contains(index) else { return nil }
            let start = index == 0 ? 0 : fields[index - 1].end
            let field = fields[index]
            guard field.end > start else { return field.isMarked ? "" : nil }
            guard let text = String(validating: bytes[start..<field.end], as: UTF8.self) else {
                let message = "field \(index + 1) is not text in UTF-8"
                throw CodingError(.malformed, message, place: .init(line: line))
            }
            return text
        }
    }
}
