// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoSimulation
import Glibc

/// The address of a socket.
struct Endpoint: Hashable {
    let address: UInt32
    let port: UInt16
}

/// A socket of TCP over IPv4.
final class SimulatedSocket {
    enum State {
        /// It was created, and may be bound.
        case new
        case listening(backlog: Int)
        case connecting
        case connected
        /// There is no connection, or no longer, because of a system error.
        case failed(Int32)
    }

    let host: HostID
    let watchable = Watchable()
    var state = State.new
    var local: Endpoint?
    var remote: Endpoint?
    /// The connections that wait to be accepted.
    var queue: [SimulatedSocket] = []
    /// The bytes from the peer, and to it.
    var incoming: ByteStream?
    var outgoing: ByteStream?
    /// The other end, until the world is released.
    var peer: SimulatedSocket?
    var isClosed = false
    /// The number of descriptors that programs have for it: a server's successor has its own.
    var numberCount = 0
    /// True if closing it resets the connection.
    var breaksOff = false
    /// The error that has not been read yet.
    var error: Int32 = 0

    init(host: HostID) { self.host = host }

    /// Its current events.
    var events: UInt32 {
        switch state {
        case .new: return EPOLLOUT.rawValue | EPOLLHUP.rawValue
        case .listening: return queue.isEmpty ? 0 : EPOLLIN.rawValue
        case .connecting: return 0
        case .failed:
            return EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLERR.rawValue | EPOLLHUP.rawValue
        case .connected: break
        }
        guard let incoming, let outgoing else { return 0 }
        var events: UInt32 = 0
        if !incoming.bytes.isEmpty || incoming.hasEnded { events |= EPOLLIN.rawValue }
        if outgoing.room > 0 { events |= EPOLLOUT.rawValue }
        if incoming.hasEnded { events |= EPOLLRDHUP.rawValue }
        if incoming.hasEnded, outgoing.isFinished { events |= EPOLLHUP.rawValue }
        return events
    }
}

/// The bytes of one direction of a connection.
final class ByteStream {
    /// Bytes on their way, or the end.
    enum Segment {
        case bytes(ArraySlice<UInt8>)
        case end
    }

    let path: Path
    /// The socket that reads the bytes, and the one that writes them.
    unowned let reader: SimulatedSocket
    unowned let writer: SimulatedSocket
    /// The bytes that have arrived but have not been received.
    var bytes: ArraySlice<UInt8> = []
    /// The segments under way, with the times of their arrival.
    var segments: [(time: Int64, segment: Segment)] = []
    private(set) var pendingCount = 0
    var isPumping = false
    /// The number of times that the next segment did not arrive.
    var attempts = 0
    /// The flags of the end: nothing more will be sent, and the end has arrived.
    var isFinished = false
    var hasEnded = false
    /// True if nothing that is sent from now on arrives.
    var isLost = false
    /// True if the writer was told that there is no room.
    var isAwaited = false

    /// The greatest number of bytes that may be under way or wait to be received.
    static let window = 65_536

    init(_ path: Path, from writer: SimulatedSocket, to reader: SimulatedSocket) {
        self.path = path
        self.writer = writer
        self.reader = reader
    }

    var room: Int { Self.window - pendingCount - bytes.count }

    func send(_ slice: ArraySlice<UInt8>, arriving time: Int64) {
        pendingCount += slice.count
        segments.append((time, .bytes(slice)))
    }

    func arrive() {
        switch segments.removeFirst().segment {
        case .bytes(let slice):
            pendingCount -= slice.count
            bytes = bytes.isEmpty ? slice : bytes + slice
        case .end: hasEnded = true
        }
    }
}
