// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension SecretMask {
    /// The fields whose values are addresses, which may hold secrets.
    package static let addressFields: Set<FieldName> = [
        .location, .link, "Content-Location", "Referer", "Refresh",
    ]

    /// Returns the value of a field with its secrets masked.
    ///
    /// - Parameter field: The field. Credentials, cookies, addresses and fields with other
    ///   sensitive names may hold secrets.
    /// - Returns: The value, with the mask in the place of secrets.
    public func value(of field: Fields.Element) -> String {
        if SensitiveNames.contains(field: field.name) || isSensitive(field.name.rawName) {
            return text
        }
        guard Self.addressFields.contains(field.name) else { return field.value }
        return field.name == .link ? links(field.value) : address(field.value)
    }

    /// Returns an address without user information and without the values of sensitive names.
    ///
    /// - Parameter text: The address, whole or relative.
    /// - Returns: The address, with the mask in the place of secrets.
    public func address(_ text: some StringProtocol) -> String {
        let (path, rest) = Self.parts(of: text)
        let host = withoutUsers(Array(path.utf8), endingAt: .address)
        let shown = self.path(String(decoding: host, as: UTF8.self))
        guard let mark = rest.utf8.first else { return shown }
        let pairs = pairs(String(decoding: rest.utf8.dropFirst(), as: UTF8.self))
        return shown + String(Unicode.Scalar(mark)) + pairs
    }

    /// Splits an address before its query or fragment; the rest includes the `?` or `#`.
    package static func parts(of address: some StringProtocol) -> (path: String, rest: String) {
        let bytes = Array(address.utf8)
        let path = bytes.prefix { !"?#".utf8.contains($0) }
        let rest = bytes[path.endIndex...]
        return (String(decoding: path, as: UTF8.self), String(decoding: rest, as: UTF8.self))
    }

    /// Returns the value of a Link field, in which each piece inside and outside angle brackets is
    /// masked as an address.
    private func links(_ value: String) -> String {
        var output = ""
        var piece: [UInt8] = []
        for byte in value.utf8 {
            guard "<>".utf8.contains(byte) else {
                piece.append(byte)
                continue
            }
            output += address(String(decoding: piece, as: UTF8.self))
            output.unicodeScalars.append(Unicode.Scalar(byte))
            piece = []
        }
        return output + address(String(decoding: piece, as: UTF8.self))
    }
}
