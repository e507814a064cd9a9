// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

extension CacheEntry {
    /// Returns the field values that a request must have to get the same response (RFC 9111 §4.1);
    /// `nil` if no other request may get the response (`Vary: *`).
    ///
    /// Authorization is always included, whatever the response says, because one cache may serve
    /// the calls of several people.
    static func selectors(of request: Request, _ answer: Fields) -> [Selector]? {
        var names: Set<FieldName> = []
        for member in answer[list: .vary] {
            if member == "*" { return nil }
            guard let name = FieldName(String(member)) else { return nil }
            names.insert(name)
        }
        names.insert(.authorization)
        return names.sorted { $0.rawName.lowercased() < $1.rawName.lowercased() }.map { name in
            Selector(name: name, value: value(of: name, in: request))
        }
    }

    /// True if this answer matches the fields of a request.
    func isSelected(by request: Request) -> Bool {
        selectors.allSatisfy { $0.value == Self.value(of: $0.name, in: request) }
    }

    private static func value(of name: FieldName, in request: Request) -> String? {
        guard request.fields.contains(name) else { return nil }
        let members = request.fields[list: name].joined(separator: ", ")
        guard Redaction.isSensitive(name) else { return members }
        // A store must not contain secrets, so a hash replaces the value. Each run of the program
        // seeds the hash with another random number.
        var hasher = Hasher()
        hasher.combine(members)
        return String(UInt(bitPattern: hasher.finalize()), radix: 16)
    }
}
