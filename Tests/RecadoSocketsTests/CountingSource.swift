// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTestSupport
import Synchronization

/// A source of equal pieces that counts how many were read.
final class CountingSource: ContentSource {
    let length: Int?
    private let pieces: Int
    private let size: Int
    private let count = Mutex(0)

    init(pieces: Int, size: Int) {
        (self.pieces, self.size) = (pieces, size)
        length = pieces * size
    }

    /// The number of bytes that were read so far.
    var given: Int { count.withLock { $0 } * size }

    func next() async throws -> [UInt8]? {
        let number = count.withLock { count in
            guard count < pieces else { return -1 }
            count += 1
            return count
        }
        return number < 0 ? nil : [UInt8](repeating: 0x78, count: size)
    }

    /// Waits until nothing more is read for a while.
    func settled() async {
        var last = -1
        while last != given || last == 0 {
            last = given
            // Real time must pass, because the test observes a rate.
            try? await Task.sleep(for: .milliseconds(100))
        }
    }
}

/// Makes a script's thread wait for an event.
enum Blocking {
    static func wait(for event: Event) {
        while !event.hasHappened { pause(milliseconds: 1) }
    }
}
