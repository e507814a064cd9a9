// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An iterator that several values share, one at a time.
final class IteratorBox<Iterator: AsyncIteratorProtocol> {
    private var iterator: Iterator

    init(_ iterator: Iterator) {
        self.iterator = iterator
    }

    func next() async throws -> Iterator.Element? {
        try await iterator.next(isolation: #isolation)
    }
}
