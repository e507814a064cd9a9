// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The cities of postal codes, found by the prefixes of the codes.
enum PostalCodes {
    private static let beginnings: [String: [(beginning: String, city: Int)]] = {
        var table: [String: [(beginning: String, city: Int)]] = [:]
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: "|")
            guard fields.count == 3, let city = Int(fields[2]) else { continue }
            for beginning in fields[1].split(separator: ",") {
                table[String(fields[0]), default: []].append((String(beginning), city))
            }
        }
        return table
    }()

    /// Returns the number of the city for a postal code such as `03001,es`.
    ///
    /// A code without a country is in the United States.
    static func city(of question: String) -> Int? {
        let parts = question.uppercased().split(separator: ",", omittingEmptySubsequences: false)
        let code = (parts.first ?? "").filter { !$0.isWhitespace }
        let country = parts.count > 1 ? String(parts[1].filter { !$0.isWhitespace }) : "US"
        guard isCode(code, of: country) else { return nil }
        return beginnings[country]?.first { code.hasPrefix($0.beginning) }?.city
    }

    private static func isCode(_ code: String, of country: String) -> Bool {
        let digits = code.utf8.allSatisfy { (0x30...0x39).contains($0) }
        switch country {
        case "ES", "US", "DE", "FR", "IT": return digits && code.utf8.count == 5
        case "PT": return (4...8).contains(code.utf8.count)
        default: return (2...8).contains(code.utf8.count)
        }
    }
}
