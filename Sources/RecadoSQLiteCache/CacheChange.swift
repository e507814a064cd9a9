// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoHTTP

/// A change to be written to the file.
enum CacheChange: Sendable {
    case keep(String, CacheEntry)
    /// Removes the answer with these selectors (the request header fields on which it depends),
    /// because its replacement does not fit into the journal.
    case forget(String, [CacheEntry.Selector])
    case remove(String)
    case removeAll
    /// Marks the answers for an address as used.
    case touch(String)

    /// The address that the change applies to; `nil` for all addresses.
    var key: String? {
        switch self {
        case .keep(let key, _), .forget(let key, _), .remove(let key), .touch(let key): key
        case .removeAll: nil
        }
    }

    /// The approximate memory that the change takes, in bytes.
    var size: Int {
        if case .keep(_, let entry) = self { return entry.size }
        return 128 + (key?.utf8.count ?? 0)
    }

    /// Applies the change to the stored answers for its address.
    func apply(to entries: inout [CacheEntry]) {
        switch self {
        case .keep(_, let entry):
            entries.removeAll { $0.selectors == entry.selectors }
            entries.append(entry)
        case .forget(_, let selectors):
            entries.removeAll { $0.selectors == selectors }
        case .remove, .removeAll:
            entries.removeAll()
        case .touch:
            break
        }
    }
}

extension CacheEntry {
    /// True if this answer depends on a request header field that holds a secret.
    var dependsOnSecret: Bool {
        selectors.contains { Redaction.isSensitive($0.name) && $0.value != nil }
    }
}
