// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoHTTP

/// Something that is to be written.
enum CacheChange: Sendable {
    case keep(String, CacheEntry)
    /// An answer is not to be found any more, for there was no room to keep its successor.
    case forget(String, [CacheEntry.Selector])
    case remove(String)
    case removeAll
    /// An address was looked up.
    case touch(String)

    /// The address that it is about; `nil` for all.
    var key: String? {
        switch self {
        case .keep(let key, _), .forget(let key, _), .remove(let key), .touch(let key): key
        case .removeAll: nil
        }
    }

    /// About how much memory it takes, in bytes.
    var size: Int {
        if case .keep(_, let entry) = self { return entry.size }
        return 128 + (key?.utf8.count ?? 0)
    }

    /// Applies the change to the responses that are stored for its address.
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
    /// Whether what a request must hold for this answer is a secret.
    var dependsOnSecret: Bool {
        selectors.contains { Redaction.isSensitive($0.name) && $0.value != nil }
    }
}
