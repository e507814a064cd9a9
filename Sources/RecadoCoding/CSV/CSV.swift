// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Comma-separated values (RFC 4180): tables of models, or records of texts.
///
/// ```swift
/// let films: [Film] = try CSV().decode(from: data)
/// for try await film in CSV().rows(of: Film.self, in: response.content.pieces) { … }
/// let table = try CSV().encode(films)
/// ```
///
/// The first record names the columns. A scanner reads records without a model:
///
/// ```swift
/// var scanner = CSV.Scanner()
/// scanner.feed(piece)
/// while let record = try scanner.next() { … }
/// // and so on with further pieces; when there are no more:
/// scanner.finish()
/// while let record = try scanner.next() { … }
/// ```
///
/// Two rules are added to the standard. Texts are UTF-8, with or without a byte order mark. An
/// empty field without quotation marks is no value, while an empty field with quotation marks is an
/// empty text, as in PostgreSQL; so a nil value is still nil after it has been written and read.
public struct CSV: CodingFormat {
    /// The delimiter of fields; if it is `nil`, the default, it is detected from the first record.
    ///
    /// Writing uses a comma in that case.
    public var delimiter: Delimiter?

    /// The sizes beyond which a table is refused.
    public var limits = Limits()

    /// The strategies for values that text can represent in more than one way;
    /// ``BooleanStrategy/lenient`` by default.
    public var strategies = CodingStrategies()

    /// The `userInfo` that a model finds in its decoder or encoder.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Creates a format with the default settings.
    public init() {
        strategies.booleans = .lenient
    }

    /// A byte between two fields.
    public enum Delimiter: UInt8, Sendable, Hashable, CaseIterable {
        /// `,`, the delimiter of the standard.
        case comma = 0x2C
        /// `;`, which spreadsheets use in countries with a decimal comma.
        case semicolon = 0x3B
        /// The tab.
        case tab = 0x09
    }

    /// The sizes beyond which a table is refused.
    public struct Limits: Sendable, Hashable {
        /// The maximum size of one record in bytes, with its quotation marks; 1 MiB by default.
        ///
        /// About this many bytes are held in memory at most, and about this much text is lost if a
        /// closing quotation mark is missing.
        public var recordBytes = 1 << 20

        /// The maximum number of fields in one record; 1 000 by default, more columns than real
        /// tables have.
        public var fields = 1_000

        /// Creates the default limits.
        public init() {}
    }

    // MARK: - Writing

    /// Writes one record, which ends with CRLF.
    ///
    /// A field gets quotation marks where they are needed: if it contains a delimiter, a quotation
    /// mark or a line break, if it begins or ends with a blank, and if it is an empty text.
    ///
    /// - Parameters:
    ///   - fields: The fields; `nil` is written as an empty field, or as an empty text if it is the
    ///     only field.
    ///   - bytes: The bytes to which the record is appended.
    public func encode(_ fields: [String?], appendingTo bytes: inout [UInt8]) {
        // A reader would skip an empty line, so a lone `nil` is written as an empty text.
        let fields = fields == [nil] ? [""] : fields
        let delimiter = (self.delimiter ?? .comma).rawValue
        for (number, field) in fields.enumerated() {
            if number > 0 { bytes.append(delimiter) }
            guard let field else { continue }
            guard needsMarks(field) else {
                bytes += field.utf8
                continue
            }
            bytes.append(Self.mark)
            for byte in field.utf8 {
                if byte == Self.mark { bytes.append(Self.mark) }
                bytes.append(byte)
            }
            bytes.append(Self.mark)
        }
        bytes += [0x0D, 0x0A]
    }

    /// The quotation mark.
    static let mark: UInt8 = 0x22

    private func needsMarks(_ field: String) -> Bool {
        // Unless a delimiter is set, fields with any delimiter are quoted, so that a reader that
        // detects the delimiter does not find a wrong one.
        let delimiters = delimiter.map { [$0.rawValue] } ?? Delimiter.allCases.map(\.rawValue)
        let text = field.utf8
        guard let first = text.first, first != 0x20, text.last != 0x20 else { return true }
        // A byte order mark begins with 0xEF; at the start of a file, a reader would remove it.
        return first == 0xEF
            || text.contains {
                delimiters.contains($0) || $0 == Self.mark || $0 == 0x0A || $0 == 0x0D
            }
    }
}
