// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire

extension Reactor {
    /// The size up to which content is copied behind its head, so that both are sent in one call.
    static let copiedContent = 16 * 1024

    // MARK: - To the output

    /// Sends the bytes in `wire` and the content after them; at once, if no earlier output is
    /// waiting.
    func emit(_ content: [UInt8]?, on connection: Connection) {
        emit(wire, content, on: connection)
    }

    /// Sends the bytes of a buffer and the content after them; at once, if no earlier output is
    /// waiting.
    ///
    /// While more requests are in the input, the answer is held back, to be sent together with the
    /// answers to those requests.
    func emit(_ wire: WireBuffer, _ content: [UInt8]?, on connection: Connection) {
        var sent = 0
        if connection.output.isEmpty, connection.isWritable, connection.input.isEmpty {
            switch connection.link.send(wire.bytes, from: 0, isLast: content == nil) {
            case .bytes(let count): sent = count
            case .wouldBlock, .ended: connection.isWritable = false
            case .failed: return destroy(connection)
            }
        }
        if sent < wire.bytes.count {
            connection.output.append(sent == 0 ? Array(wire.bytes) : Array(wire.bytes[sent...]))
        }
        if let content { connection.output.append(content) }
        if connection.output.isEmpty { return countOutput(of: connection) }
        if connection.input.isEmpty || connection.output.count > OutputQueue.highWater {
            flush(connection)
        } else if !connection.isFlushScheduled {
            connection.isFlushScheduled = true
            unsent.append(connection.id)
        }
    }

    // MARK: - To the socket

    /// Sends as much of a connection's output as the system accepts.
    func flush(_ connection: Connection) {
        guard !connection.isDestroyed else { return }
        if connection.http2 != nil {
            flushFrames(of: connection)
        } else {
            sendOutput(of: connection)
        }
    }

    /// Sends as much of the waiting output as the system accepts, in order.
    func sendOutput(of connection: Connection) {
        var hasProgressed = false
        while connection.isWritable, let front = connection.output.front {
            let isLast = connection.output.segmentCount == 1
            switch connection.link.send(front, from: connection.output.offset, isLast: isLast) {
            case .bytes(let count):
                connection.output.removeFirst(count)
                hasProgressed = true
            case .wouldBlock, .ended:
                connection.isWritable = false
            case .failed:
                return destroy(connection)
            }
        }
        countOutput(of: connection)
        if connection.output.isEmpty {
            connection.writeDeadline = Ticks.never
            if connection.ending == .afterOutput { return sendCloseNotify(connection) }
        } else if hasProgressed || connection.writeDeadline == Ticks.never {
            setWriteDeadline(of: connection, to: now + settings.write)
        }
        if connection.output.count <= OutputQueue.lowWater { resume(connection) }
    }

    /// Resumes the tasks that were waiting for room in the output.
    private func resume(_ connection: Connection) {
        if let permission = connection.exchange?.permission {
            connection.exchange?.permission = nil
            permission.resume(returning: true)
        } else if connection.exchange?.awaitsRoom == true {
            poll(connection)
        }
        if connection.isHeldBack {
            connection.isHeldBack = false
            unread.append(connection.id)
        }
    }

    // MARK: - Closing

    /// Closes a connection when its output has been sent.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - lingering: True if the client may still be sending. Closing at once would then reset the
    ///     connection, which can destroy the answer before the client has read it.
    func close(_ connection: Connection, lingering: Bool) {
        guard connection.ending == .none else { return }
        connection.ending = .afterOutput
        connection.lingers = lingering
        connection.input = []
        connection.readDeadline = Ticks.never
        flush(connection)
    }

    private func sendCloseNotify(_ connection: Connection) {
        if connection.link.sendCloseNotify() { return finishClosing(connection) }
        connection.isWritable = false
        setWriteDeadline(of: connection, to: now + settings.write)
    }

    private func finishClosing(_ connection: Connection) {
        guard connection.lingers, !connection.hasReadEnd else { return destroy(connection) }
        connection.ending = .lingering
        connection.link.finishSending()
        setReadDeadline(of: connection, to: now + settings.lingering)
        unread.append(connection.id)
    }
}
