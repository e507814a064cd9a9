// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient

extension HTTP1Connection {
    /// After so many pieces other connections have their turn.
    private static let pieceLimit = 8
    /// So much content is read to where it is kept, instead of being copied there.
    private static let largeContent = 16_384
    /// With so much of it left, the reader receives the content by itself.
    private static let lentContent = 1_048_576
    /// How much the reader receives at once: what stays in the cache until it is read, and is worth a call.
    private static let lentPieces = 16_384...65_536

    /// Receives what can be received without waiting.
    func receive(_ transfer: ActiveTransfer) {
        var isDrained = false
        for _ in 0..<Self.pieceLimit {
            guard !transfer.isReceivePaused else { break }
            let (passage, room) =
                reader.plainContent >= Self.largeContent && input.isEmpty
                ? receiveContent(transfer) : receiveSome(transfer)
            guard self.transfer === transfer else { return }
            switch passage {
            case .bytes(let count): isDrained = !isSecure && count < room
            case .nothing:
                // Others have their turn while a piece that is full goes to its reader.
                if room == 0 { return lend(transfer) ? listen(transfer) : readLater(transfer) }
                isDrained = true
            case .ended: return ended(transfer)
            case .failed(let kind, let reason): return lose(transfer, kind, reason)
            }
            if isDrained { break }
        }
        if isDrained { listen(transfer) } else { readLater(transfer) }
    }

    /// Goes on reading in another round; TLS may hold bytes of which the socket tells nothing.
    private func readLater(_ transfer: ActiveTransfer) {
        if isSecure, !transfer.isReceivePaused, !isPostponed {
            isPostponed = true
            loop.attendAgain(self)
        }
        listen(transfer)
    }

    /// Lets the reader of a large answer receive it by itself.
    private func lend(_ transfer: ActiveTransfer) -> Bool {
        guard opening.isDetached, hasSent, input.isEmpty,
            reader.contentLeft >= Self.lentContent
        else { return false }
        return transfer.lend {
            let wanted = loop.options.contentBuffer
            let pieceSize = min(max(wanted, Self.lentPieces.lowerBound), Self.lentPieces.upperBound)
            return SocketLoan(opening.socket, rest: reader.contentLeft, pieceSize: pieceSize)
        }
    }

    func takeBack(_ loan: SocketLoan) {
        marks.bytesReceived += loan.received
        reader.passed(loan.received)
        lostLoan = loan.failure
    }

    /// Goes on with what had been held back.
    func receiveAgain(_ transfer: ActiveTransfer) {
        switch lostLoan {
        case .ended: return ended(transfer)
        case .failed(let kind, let reason): return lose(transfer, kind, reason)
        default: if reader.isComplete { return answered(transfer) }
        }
        if !input.isEmpty {
            let bytes = input
            input = []
            unsafe bytes.withUnsafeBufferPointer { bytes in unsafe take(bytes, transfer) }
        }
        if self.transfer === transfer { receive(transfer) }
    }

    private func ended(_ transfer: ActiveTransfer) {
        isUsable = false
        guard reader.endsWithConnection else { return lose(transfer) }
        loop.finish(transfer, with: .success(()))
    }

    /// Reads content to where it is kept.
    private func receiveContent(_ transfer: ActiveTransfer) -> (passage: Passage, room: Int) {
        var passage = Passage.nothing
        let room = unsafe transfer.receive(upTo: reader.plainContent) { room in
            unsafe passage = opening.receive(room)
            if case .bytes(let count) = passage { return count }
            return 0
        }
        if case .bytes(let count) = passage {
            marks.bytesReceived += count
            reader.passed(count)
            if reader.isComplete { answered(transfer) }
        }
        return (passage, room)
    }

    /// Reads what comes to the loop's own room.
    private func receiveSome(_ transfer: ActiveTransfer) -> (passage: Passage, room: Int) {
        let room = unsafe loop.room
        let passage = unsafe opening.receive(UnsafeMutableRawBufferPointer(room))
        guard case .bytes(let count) = passage else { return (passage, room.count) }
        if marks.answered == nil { marks.answered = loop.now }
        marks.bytesReceived += count
        let bytes = UnsafeBufferPointer(room.extracting(..<count))
        if input.isEmpty {
            unsafe take(bytes, transfer)
        } else {
            unsafe input.append(contentsOf: bytes)
            let all = input
            input = []
            unsafe all.withUnsafeBufferPointer { all in unsafe take(all, transfer) }
        }
        return (passage, room.count)
    }

    /// Lets the parts of an answer be taken, and keeps the rest.
    private func take(_ bytes: UnsafeBufferPointer<UInt8>, _ transfer: ActiveTransfer) {
        do throws(TransportError) {
            let (outcome, count) = unsafe try reader.read(bytes, into: transfer)
            switch outcome {
            case .wantsMore, .isHeld: input = unsafe Array(bytes.extracting(count...))
            case .isComplete:
                // What follows an answer unasked is no answer to the next request.
                if count < bytes.count { isUsable = false }
                answered(transfer)
            case .isRefused: fail(transfer, transfer.failure ?? TransportError(.failed))
            }
        } catch {
            fail(
                transfer,
                TransportError(
                    error.kind,
                    "\(transfer.transfer.request.authority): \(error.detail)"
                )
            )
        }
    }
}
