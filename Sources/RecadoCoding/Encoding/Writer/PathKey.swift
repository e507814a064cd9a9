// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A step of a path through what is being written.
struct PathKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(name: String) {
        stringValue = name
        intValue = nil
    }

    init(index: Int) {
        stringValue = String(index)
        intValue = index
    }

    init(stringValue: String) {
        self.init(name: stringValue)
    }

    init(intValue: Int) {
        self.init(index: intValue)
    }

    /// The JSON Pointer of a path (RFC 6901 §3).
    static func pointer(_ path: [any CodingKey]) -> String {
        path.reduce(into: "") { $0 += "/" + JSONPointer.token($1.stringValue) }
    }
}
