// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The bytes of a stream that have not been read yet, up to the next separator.
struct RecordBuffer: Sendable {
    private var bytes: [UInt8] = []
    private var start = 0
    /// How far the bytes have been searched.
    private var searched = 0

    /// The number of bytes known not to hold a separator.
    var pending: Int { searched - start }

    /// Whether nothing is left.
    var isEmpty: Bool { start == bytes.count }

    mutating func feed(_ piece: [UInt8]) {
        if isEmpty {
            (bytes, start, searched) = (piece, 0, 0)
            return
        }
        // Moving the rest each time would cost more than small pieces.
        if start >= 1 << 12, start >= bytes.count / 2 {
            bytes.removeSubrange(..<start)
            searched -= start
            start = 0
        }
        bytes += piece
    }

    /// Takes the bytes before the next separator, and the separator with them.
    ///
    /// - Parameters:
    ///   - separator: The byte that ends what is taken.
    ///   - isLast: Whether no more pieces come, so that what is left needs no separator.
    /// - Returns: The bytes and whether a separator stood behind them, or `nil` if there is none yet.
    mutating func take(
        before separator: UInt8,
        isLast: Bool
    ) -> (bytes: ArraySlice<UInt8>, isEnded: Bool)? {
        let found = ByteSearch.find([separator], in: bytes, from: searched)
        searched = found.index
        guard found.isWhole || (isLast && !isEmpty) else { return nil }
        let taken = bytes[start..<found.index]
        start = min(found.index + 1, bytes.count)
        searched = start
        return (taken, found.isWhole)
    }
}
