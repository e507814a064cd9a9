// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The value of a Content-Disposition field in a header section (RFC 6266).
///
/// ```swift
/// ContentDisposition("attachment; filename*=UTF-8''El%20Cami%C3%B3n.mp4")?.filename
/// ```
///
/// Values are read as leniently as browsers read them: they may lack quotes, and may hold spaces
/// and letters outside ASCII. The server chooses the file's name, which may contain path
/// separators, so the name must not be used as a path to write to.
public struct ContentDisposition: Sendable, Hashable {
    /// The type in lowercase: `attachment`, `inline`.
    public let type: String
    /// The name of the file, from `filename*` if it can be read, else from `filename` (RFC 6266
    /// §4.3).
    public let filename: String?

    /// Creates the value of a Content-Disposition field.
    ///
    /// - Parameters:
    ///   - type: The type, such as `attachment` or `inline`.
    ///   - filename: The name of the file; `nil` to send none.
    public init(type: String = "attachment", filename: String?) {
        self.type = type
        self.filename = filename
    }

    /// Reads the value of a field; returns `nil` for a value without a type.
    ///
    /// Parameters after a malformed one are ignored.
    public init?(_ text: some StringProtocol) {
        var scanner = FieldScanner(text)
        scanner.skipBlanks()
        guard let type = scanner.token() else { return nil }
        var plain: String?
        var extended: String?
        scanner.skipBlanks()
        while scanner.consume(";") {
            scanner.skipBlanks()
            guard let name = scanner.token() else { continue }
            scanner.skipBlanks()
            guard scanner.consume("=") else { break }
            scanner.skipBlanks()
            guard let value = Self.value(&scanner) else { break }
            switch name.lowercased() {
            case "filename" where plain == nil: plain = value
            case "filename*" where extended == nil: extended = ExtendedValue.text(of: value)
            default: break
            }
            scanner.skipBlanks()
        }
        self.init(type: type.lowercased(), filename: extended ?? plain)
    }

    private static func value(_ scanner: inout FieldScanner) -> String? {
        if scanner.next == UInt8(ascii: "\"") { return scanner.quotedString() }
        let bytes = scanner.take { $0 != UInt8(ascii: ";") }
        let end = bytes.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? bytes.startIndex
        return end > bytes.startIndex ? String(decoding: bytes[..<end], as: UTF8.self) : nil
    }
}

extension ContentDisposition: CustomStringConvertible {
    /// The value of the field, with `filename*` if the name needs an encoding.
    public var description: String {
        guard let filename else { return type }
        let isPlain = filename.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
        let ascii = String(filename.map { $0.isASCII ? $0 : "_" })
        let text = "\(type); filename=\(FieldParameters.quoted(ascii))"
        if isPlain, !filename.contains("%") { return text }
        // RFC 6266 appendix D: recipients read a percent sign in `filename` in different ways, so
        // `filename*` is sent as well.
        return text + "; filename*=UTF-8''\(PercentEncoding.encode(filename, keeping: .unreserved))"
    }
}
