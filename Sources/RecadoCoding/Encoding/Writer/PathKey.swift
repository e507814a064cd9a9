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
        var text: [UInt8] = []
        for key in path {
            text.append(UInt8(ascii: "/"))
            for byte in key.stringValue.utf8 {
                switch byte {
                case UInt8(ascii: "~"): text += "~0".utf8
                case UInt8(ascii: "/"): text += "~1".utf8
                default: text.append(byte)
                }
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
