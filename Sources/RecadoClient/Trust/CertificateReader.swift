// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// Finds the public key in a certificate (RFC 5280 §4.1), and understands nothing else of it.
enum CertificateReader {
    /// The bytes of the first certificate in a text in PEM (RFC 7468).
    static func der(ofPEM text: some StringProtocol) -> [UInt8]? {
        let lines = text.split { $0.isWhitespace && $0 != " " }
        guard let begin = lines.firstIndex(of: "-----BEGIN CERTIFICATE-----"),
            let end = lines[begin...].firstIndex(of: "-----END CERTIFICATE-----")
        else { return nil }
        return Base64.decode(lines[(begin + 1)..<end].joined())
    }

    /// The bytes of the element SubjectPublicKeyInfo of a certificate.
    static func publicKeyInfo(of certificate: [UInt8]) -> ArraySlice<UInt8>? {
        var outer = Elements(rest: certificate[...])
        guard var parts = outer.next(tag: sequence).map({ Elements(rest: $0.content) }),
            var fields = parts.next(tag: sequence).map({ Elements(rest: $0.content) })
        else { return nil }
        // The version has its tag and may be missing.
        if fields.rest.first == version { _ = fields.next(tag: version) }
        guard fields.next(tag: integer) != nil else { return nil }
        // The signature's algorithm, the issuer, the validity and the subject.
        for _ in 0..<4 {
            guard fields.next(tag: sequence) != nil else { return nil }
        }
        return fields.next(tag: sequence)?.whole
    }

    private static let sequence: UInt8 = 0x30
    private static let integer: UInt8 = 0x02
    private static let version: UInt8 = 0xA0

    private struct Element {
        /// With tag and length.
        var whole: ArraySlice<UInt8>
        var content: ArraySlice<UInt8>
    }

    /// Elements one after another, in DER (X.690 §8.1).
    private struct Elements {
        var rest: ArraySlice<UInt8>

        /// Takes the next element if it has a tag.
        mutating func next(tag: UInt8) -> Element? {
            guard rest.count >= 2, rest.first == tag else { return nil }
            var index = rest.startIndex + 1
            var length = Int(rest[index])
            index += 1
            if length >= 0x80 {
                let count = length - 0x80
                // Three bytes are 16 MiB, more than any certificate has.
                guard (1...3).contains(count), rest.endIndex - index >= count else { return nil }
                length = rest[index..<(index + count)].reduce(0) { $0 << 8 | Int($1) }
                index += count
            }
            guard rest.endIndex - index >= length else { return nil }
            let end = index + length
            defer { rest = rest[end...] }
            return Element(whole: rest[rest.startIndex..<end], content: rest[index..<end])
        }
    }
}
