// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A source of bytes in memory, which it returns as one piece.
final class BytesSource: ContentSource {
    private let rest: Mutex<[UInt8]>
    let length: Int?

    init(_ bytes: [UInt8]) {
        rest = Mutex(bytes)
        length = bytes.count
    }

    func next() async throws -> [UInt8]? {
        let bytes = rest.withLock { rest in
            defer { rest = [] }
            return rest
        }
        return bytes.isEmpty ? nil : bytes
    }
}
