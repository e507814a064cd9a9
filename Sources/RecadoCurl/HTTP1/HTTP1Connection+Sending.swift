// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension HTTP1Connection {
    /// After so many pieces other connections have their turn.
    private static let pieceLimit = 8
    /// What is sent of large content at once.
    private static let pieceSize = 65_536
    /// Room for the size of a chunk and the end of its line.
    private static let chunkHead = 8

    /// Sends what can be sent without waiting.
    func send(_ transfer: ActiveTransfer) {
        isBlocked = false
        var pieces = 0
        while sentCount < output.count || fill(transfer) {
            pieces += 1
            // Others have their turn; the system says at once that it takes more.
            isBlocked = pieces > Self.pieceLimit
            if isBlocked { break }
            let passage = unsafe output.withUnsafeBytes { bytes in
                unsafe opening.send(UnsafeRawBufferPointer(rebasing: bytes[sentCount...]))
            }
            switch passage {
            case .bytes(let count):
                sentCount += count
                marks.bytesSent += count
                transfer.noteActivity()
            case .nothing: isBlocked = true
            case .ended, .failed:
                // An answer may have come all the same, such as a refusal: reading will tell.
                (isUsable, output, sentCount, rest) = (false, [], 0, .nothing)
            }
            if isBlocked { break }
        }
        if reader.isComplete { return answered(transfer) }
        listen(transfer)
    }

    /// Prepares what is to be sent next; `false` when there is nothing now.
    private func fill(_ transfer: ActiveTransfer) -> Bool {
        guard !transfer.isSendPaused else { return false }
        if case .nothing = rest { return false }
        if transfer.isRefused {
            (rest, isUsable) = (.nothing, false)
            return false
        }
        switch rest {
        case .nothing: return false
        case .content(let rest):
            guard rest > 0 else {
                self.rest = .nothing
                return false
            }
            guard let piece = piece(of: transfer, atMost: rest, after: 0) else { return false }
            (output, sentCount) = (piece, 0)
            self.rest = .content(rest - piece.count)
            return true
        case .chunks:
            let head = Self.chunkHead
            guard var piece = piece(of: transfer, atMost: .max, after: head) else { return false }
            if piece.isEmpty {
                (output, sentCount, rest) = (Array("0\r\n\r\n".utf8), 0, .nothing)
                return true
            }
            let size = Array((String(piece.count - head, radix: 16) + "\r\n").utf8)
            piece.replaceSubrange((head - size.count)..<head, with: size)
            piece += "\r\n".utf8
            (output, sentCount) = (piece, head - size.count)
            return true
        }
    }

    /// The next piece of the content, behind some free bytes; empty at the end, `nil` when it has not come.
    private func piece(
        of transfer: ActiveTransfer,
        atMost limit: Int,
        after free: Int
    ) -> [UInt8]? {
        var filling = Upload.Filling.ended
        let piece = unsafe [UInt8](unsafeUninitializedCapacity: free + Self.pieceSize + 2) {
            room,
            count in
            unsafe room.extracting(..<free).initialize(repeating: 0)
            let wanted = min(limit, Self.pieceSize)
            let content = UnsafeMutableRawBufferPointer(
                room.extracting(free..<(free + wanted))
            )
            filling = unsafe transfer.send(into: content)
            if case .bytes(let filled) = filling { count = free + filled }
        }
        switch filling {
        case .bytes: return piece
        case .starved: return nil
        case .ended:
            if case .content = rest { rest = .nothing }
            return free == 0 ? nil : []
        }
    }
}
