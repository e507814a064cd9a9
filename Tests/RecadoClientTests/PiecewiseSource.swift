// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Synchronization

/// Content in pieces that may end in an error, and that knows how many pieces are unread.
final class PiecewiseSource: ContentSource {
    private let rest: Mutex<ArraySlice<[UInt8]>>
    private let failure: (any Error)?
    let length: Int?

    init(_ pieces: [[UInt8]], length: Int? = nil, failure: (any Error)? = nil) {
        rest = Mutex(pieces[...])
        self.length = length
        self.failure = failure
    }

    /// The number of pieces that have not been read yet.
    var unread: Int { rest.withLock(\.count) }

    func next() async throws -> [UInt8]? {
        try Task.checkCancellation()
        let piece = rest.withLock { $0.popFirst() }
        if piece == nil, let failure { throw failure }
        return piece
    }
}

/// Returns bytes cut into two pieces in every possible way, cut into single bytes, and uncut.
func cuts(of bytes: [UInt8]) -> [[[UInt8]]] {
    (1..<max(bytes.count, 2)).map { [Array(bytes[..<$0]), Array(bytes[$0...])] }
        + [bytes.map { [$0] }, [bytes]]
}
