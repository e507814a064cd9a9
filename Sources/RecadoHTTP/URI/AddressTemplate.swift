// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A server address with variables, `https://{region}.example/{version}` (OpenAPI 3.1 §4.8.5).
package enum AddressTemplate {
    /// The maximum length of the resulting address, in bytes.
    package static let limit = 8_192

    /// Replaces variables with values; braces within a value are kept as they are.
    ///
    /// - Parameters:
    ///   - template: The address; a variable without a value stays as it is.
    ///   - values: The values of the variables.
    /// - Returns: The address; `nil` if it is longer than ``limit``.
    package static func filled(_ template: String, _ values: [String: String]) -> String? {
        var address = ""
        var rest = template[...]
        while let start = rest.firstIndex(of: "{") {
            address += rest[..<start]
            rest = rest[start...]
            guard let end = rest.firstIndex(of: "}") else { break }
            let name = String(rest[rest.index(after: start)..<end])
            address += values[name] ?? "{\(name)}"
            rest = rest[rest.index(after: end)...]
            if address.utf8.count > limit { return nil }
        }
        address += rest
        return address.utf8.count > limit ? nil : address
    }
}
