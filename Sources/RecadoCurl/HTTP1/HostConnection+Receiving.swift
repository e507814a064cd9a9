// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoCurl
import Glibc
import RecadoClient

extension HostConnection {
    /// After so many pieces other connections have their turn.
    private static let pieceLimit = 8
    /// So much content is read to where it is kept, instead of being copied there.
    private static let largeContent = 16_384

    /// Receives what can be received without waiting.
    func receive(_ transfer: ActiveTransfer) {
        for _ in 0..<Self.pieceLimit {
            guard !transfer.isReceivePaused else { break }
            let (count, room) =
                reader.plainContent >= Self.largeContent && input.isEmpty
                ? receiveContent(transfer) : receiveSome(transfer)
            guard self.transfer === transfer else { return }
            // Nothing was asked of the system.
            if room == 0 { break }
            if count == 0 { return ended(transfer) }
            if count < 0 {
                let number = Int32(-count)
                if number == EINTR { continue }
                if number == EAGAIN { break }
                return lose(transfer, number)
            }
            if count < room { break }
        }
        listen(transfer)
    }

    /// Goes on with what had been held back.
    func receiveAgain(_ transfer: ActiveTransfer) {
        if !input.isEmpty {
            let bytes = input
            input = []
            unsafe bytes.withUnsafeBufferPointer { bytes in unsafe take(bytes, transfer) }
        }
        if self.transfer === transfer { receive(transfer) }
    }

    private func ended(_ transfer: ActiveTransfer) {
        isUsable = false
        guard reader.endsWithConnection else { return lose(transfer, 0) }
        loop.finish(transfer, with: .success(()))
    }

    /// Receives bytes without waiting; the negative number of the error if there are none.
    private static func receive(_ socket: Int32, _ room: UnsafeMutableRawBufferPointer) -> Int {
        let count = unsafe recv(socket, room.baseAddress, room.count, Int32(MSG_DONTWAIT))
        return count < 0 ? -Int(errno) : count
    }

    /// Reads content to where it is kept.
    private func receiveContent(_ transfer: ActiveTransfer) -> (count: Int, room: Int) {
        let (socket, wanted) = (socket, reader.plainContent)
        let (count, room) = unsafe transfer.receive(upTo: wanted) { room in
            unsafe Self.receive(socket, room)
        }
        if count > 0 {
            marks.bytesReceived += count
            reader.passed(count)
            if reader.isComplete { answered(transfer) }
        }
        return (count, room)
    }

    /// Reads what comes to the loop's own room.
    private func receiveSome(_ transfer: ActiveTransfer) -> (count: Int, room: Int) {
        let room = unsafe loop.room
        let count = unsafe Self.receive(socket, UnsafeMutableRawBufferPointer(room))
        guard count > 0 else { return (count, room.count) }
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
        return (count, room.count)
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
            fail(transfer, TransportError(error.kind, "\(authority): \(error.detail)"))
        }
    }
}
