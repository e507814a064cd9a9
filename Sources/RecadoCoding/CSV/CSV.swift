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
/// The first record names the columns. Records without models are read one by one:
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
/// Two things are added to the standard. Texts are UTF-8, with or without a byte order mark. And an
/// empty field without quotation marks is no value, where one with them is an empty text, as
/// PostgreSQL has it: so what is nil is still nil when it has been written and read.
public struct CSV: CodingFormat {
    /// The delimiter of fields; `nil`, the default, finds it out from the first record.
    ///
    /// Writing takes a comma then.
    public var delimiter: Delimiter?

    /// The sizes beyond which a table is refused.
    public var limits: Limits

    /// The forms of values where texts leave a choice; ``BooleanStrategy/lenient`` by default.
    public var strategies: CodingStrategies

    /// The `userInfo` that a model finds in its decoder or encoder.
    public var userInfo: [CodingUserInfoKey: any Sendable]

    /// Creates the default choices.
    public init() {
        delimiter = nil
        limits = Limits()
        strategies = CodingStrategies()
        strategies.booleans = .lenient
        userInfo = [:]
    }

    /// A byte between two fields.
    public enum Delimiter: UInt8, Sendable, Hashable, CaseIterable {
        /// `,`, as the standard has it.
        case comma = 0x2C
        /// `;`, as spreadsheets write where the comma stands in numbers.
        case semicolon = 0x3B
        /// The tab.
        case tab = 0x09
    }

    /// The sizes beyond which a table is refused.
    public struct Limits: Sendable, Hashable {
        /// The bytes of one record, with its marks; 1 MiB by default.
        ///
        /// So much is held in memory at most. It also bounds what a quotation mark that is never
        /// closed can swallow.
        public var recordBytes: Int

        /// The fields of one record; 1 000 by default, more than any table of people's has columns.
        public var fields: Int

        /// Creates the default limits.
        public init() {
            recordBytes = 1 << 20
            fields = 1_000
        }
    }

    // MARK: - Writing

    /// Writes one record, which ends with CRLF.
    ///
    /// A field has quotation marks where it needs them: around a delimiter, a quotation mark, an
    /// end of a line or a blank at either end, and when it is an empty text.
    ///
    /// - Parameters:
    ///   - fields: The fields; `nil` is written as nothing, but where it is
    ///     the only one as an empty text.
    ///   - bytes: The bytes that the record is appended to.
    public func encode(_ fields: [String?], appendingTo bytes: inout [UInt8]) {
        // A line without anything would be passed over.
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
        // Who finds out the delimiter from the first record is to find no other.
        let delimiters = delimiter.map { [$0.rawValue] } ?? Delimiter.allCases.map(\.rawValue)
        let text = field.utf8
        guard let first = text.first, first != 0x20, text.last != 0x20 else { return true }
        // What begins with the bytes of a byte order mark would lose them at the start of a file.
        return first == 0xEF
            || text.contains {
                delimiters.contains($0) || $0 == Self.mark || $0 == 0x0A || $0 == 0x0D
            }
    }
}
