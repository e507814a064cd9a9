// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// Content as it may be shown in a log.
enum LoggedContent {
    /// The text of content without what may be a secret; `nil` for what is no text.
    static func text(
        of bytes: [UInt8],
        _ type: MediaType?,
        answering request: Request
    ) -> String? {
        guard let type else { return nil }
        if type.isJSON {
            // What cannot be read cannot be masked.
            guard let value = try? JSON().value(from: bytes),
                let masked = try? JSON().encode(masked(value))
            else { return nil }
            return Redaction.excerpt(masked, answering: request)
        }
        if type.hasSameEssence(as: .form) {
            guard let text = String(validating: bytes, as: UTF8.self),
                let items = try? QueryItems(parsing: text)
            else { return nil }
            let pairs = items.map { item in
                "\(item.name)=\(isSensitive(item.name) ? Redaction.mask : item.value)"
            }
            return pairs.joined(separator: "&")
        }
        guard type.type == "text", let text = String(validating: bytes, as: UTF8.self) else {
            return nil
        }
        return Redaction.excerpt(Array(text.utf8), answering: request)
    }

    /// Whether a member is likely to hold a secret, whatever the case of its name.
    private static func isSensitive(_ name: String) -> Bool {
        let name = name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }
        let parts = [
            "apikey", "auth", "credential", "cvv", "passphrase", "passwd", "password", "pin",
            "secret", "session", "signature", "token",
        ]
        return parts.contains { $0 == "pin" ? name == $0 : name.contains($0) }
    }

    private static func masked(_ value: Value) -> Value {
        switch value {
        case .object(let members):
            var masked = members
            for (name, member) in members {
                masked[name] = isSensitive(name) ? .string(Redaction.mask) : self.masked(member)
            }
            return .object(masked)
        case .array(let elements): return .array(elements.map(masked))
        default: return value
        }
    }
}
