// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// A reader of the parts of certificates that are shown to people or pinned (RFC 5280 §4.1).
package struct CertificateReader {
    /// The element SubjectPublicKeyInfo, including its tag and its length.
    let publicKeyInfo: ArraySlice<UInt8>
    private let issuerName: DERElements
    private let subjectName: DERElements
    private let validity: DERElements

    /// Reads a certificate in DER; `nil` if it is malformed.
    init?(der: [UInt8]) {
        var outer = DERElements(rest: der[...])
        guard var parts = outer.next(tag: DERElements.sequence)?.elements,
            var fields = parts.next(tag: DERElements.sequence)?.elements
        else { return nil }
        // The version, an optional element with its own tag, is skipped.
        _ = fields.next(tag: 0xA0)
        guard fields.next(tag: DERElements.integer) != nil,
            // The algorithm of the signature is skipped.
            fields.next(tag: DERElements.sequence) != nil,
            let issuer = fields.next(tag: DERElements.sequence),
            let validity = fields.next(tag: DERElements.sequence),
            let subject = fields.next(tag: DERElements.sequence),
            let key = fields.next(tag: DERElements.sequence)
        else { return nil }
        (issuerName, subjectName) = (issuer.elements, subject.elements)
        self.validity = validity.elements
        publicKeyInfo = key.whole
    }

    // MARK: - PEM

    /// Returns the bytes of the first certificate in PEM text (RFC 7468).
    static func der(ofPEM text: some StringProtocol) -> [UInt8]? {
        certificates(inPEM: text, upTo: 1)?.first
    }

    /// Returns the bytes of the certificates in PEM text; `nil` if one of them is not Base64.
    package static func certificates(
        inPEM text: some StringProtocol,
        upTo limit: Int = .max
    ) -> [[UInt8]]? {
        var lines = text.split { $0.isWhitespace && $0 != " " }[...]
        var certificates: [[UInt8]] = []
        while certificates.count < limit,
            let begin = lines.firstIndex(of: "-----BEGIN CERTIFICATE-----"),
            let end = lines[begin...].firstIndex(of: "-----END CERTIFICATE-----")
        {
            guard let der = Base64.decode(lines[(begin + 1)..<end].joined()) else { return nil }
            certificates.append(der)
            lines = lines[end...]
        }
        return certificates
    }

    // MARK: - Names

    /// The name of the certificate's owner, such as `C = ES, CN = films.example.org`.
    var subject: String { Self.text(of: subjectName) }

    /// The name of the authority that signed the certificate.
    var issuer: String { Self.text(of: issuerName) }

    private static func text(of name: DERElements) -> String {
        var (sets, texts) = (name, [String]())
        while var set = sets.next(tag: DERElements.set)?.elements {
            var parts: [String] = []
            while var pair = set.next(tag: DERElements.sequence)?.elements {
                guard let type = pair.next(tag: DERElements.identifier), let value = pair.next()
                else { break }
                parts.append("\(label(of: Array(type.content))) = \(text(of: value))")
            }
            texts.append(parts.joined(separator: " + "))
        }
        return texts.joined(separator: ", ")
    }

    /// Returns the short name of an attribute type, such as `CN`, or its object identifier if no
    /// short name is listed here.
    private static func label(of type: [UInt8]) -> String {
        switch type {
        case [0x55, 4, 3]: "CN"
        case [0x55, 4, 5]: "serialNumber"
        case [0x55, 4, 6]: "C"
        case [0x55, 4, 7]: "L"
        case [0x55, 4, 8]: "ST"
        case [0x55, 4, 10]: "O"
        case [0x55, 4, 11]: "OU"
        case [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 9, 1]: "emailAddress"
        case [0x09, 0x92, 0x26, 0x89, 0x93, 0xF2, 0x2C, 0x64, 1, 25]: "DC"
        default: number(of: type)
        }
    }

    /// Returns the object identifier of an attribute type, such as `2.5.4.97`.
    private static func number(of type: [UInt8]) -> String {
        guard let first = type.first else { return "?" }
        var numbers = [Int(min(first / 40, 2)), Int(first) - 40 * Int(min(first / 40, 2))]
        var number = 0
        // The mask limits each number of the identifier to 28 bits, four bytes in this encoding; no
        // attribute type needs more.
        for byte in type.dropFirst().prefix(32) {
            number = (number << 7 | Int(byte & 0x7F)) & 0xFFF_FFFF
            if byte < 0x80 {
                numbers.append(number)
                number = 0
            }
        }
        return numbers.map(String.init).joined(separator: ".")
    }

    private static func text(of value: DERElements.Element) -> String {
        switch value.tag {
        // BMPString, with two bytes for each character, and TeletexString, which is commonly read
        // as Latin-1.
        case 0x1E:
            let units = stride(
                from: value.content.startIndex,
                to: value.content.endIndex - 1,
                by: 2
            )
            return String(
                decoding: units.map {
                    UInt16(value.content[$0]) << 8 | UInt16(value.content[$0 + 1])
                },
                as: UTF16.self
            )
        case 0x14:
            return String(String.UnicodeScalarView(value.content.map { Unicode.Scalar($0) }))
        default: return String(decoding: value.content, as: UTF8.self)
        }
    }

    // MARK: - Dates

    /// The first and the last time at which the certificate is valid; `nil` for a time that cannot
    /// be read.
    var validTimes: (from: HTTPDate?, until: HTTPDate?) {
        var times = validity
        let from = times.next().flatMap { Self.date($0) }
        return (from, times.next().flatMap { Self.date($0) })
    }

    /// Reads `YYMMDDhhmmssZ` or `YYYYMMDDhhmmssZ` (RFC 5280 §4.1.2.5).
    private static func date(_ time: DERElements.Element) -> HTTPDate? {
        let yearDigits = time.tag == 0x17 ? 2 : 4
        let digits = time.content.dropLast().map { Int($0) - 0x30 }
        guard time.tag == 0x17 || time.tag == 0x18, time.content.last == UInt8(ascii: "Z"),
            digits.count == yearDigits + 10, digits.allSatisfy({ (0...9).contains($0) })
        else { return nil }
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
        let pairs = (0..<5).map { number(yearDigits + 2 * $0..<yearDigits + 2 * $0 + 2) }
        var year = number(0..<yearDigits)
        if yearDigits == 2 { year += year < 50 ? 2000 : 1900 }
        guard (1...12).contains(pairs[0]), (1...31).contains(pairs[1]), pairs[2] < 24,
            pairs[3] < 60, pairs[4] < 61, year > 0
        else { return nil }
        let days = CivilDate(year: year, month: pairs[0], day: pairs[1]).daysSince1970
        let seconds = pairs[2] * 3600 + pairs[3] * 60 + pairs[4]
        return HTTPDate(secondsSince1970: Int64(days) * 86_400 + Int64(seconds))
    }
}
