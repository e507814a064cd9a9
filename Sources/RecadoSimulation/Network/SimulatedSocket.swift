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
        /// It was made, and perhaps bound.
        case new
        case listening(backlog: Int)
        case connecting
        case connected
        /// There is no connection, or none any more, by an error of the system's.
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
    /// The numbers that programs have for it: a server's successor has another one.
    var numberCount = 0
    /// Whether closing it resets the connection.
    var breaksOff = false
    /// The error that nobody has read yet.
    var error: Int32 = 0

    init(host: HostID) { self.host = host }

    /// The events that it has now.
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
    /// The socket that the bytes go to, and the one that they come from.
    unowned let reader: SimulatedSocket
    unowned let writer: SimulatedSocket
    /// The bytes that have come and were not received.
    var bytes: ArraySlice<UInt8> = []
    /// The segments under way, with the times of their arrival.
    var segments: [(time: Int64, segment: Segment)] = []
    private(set) var pendingCount = 0
    var isPumping = false
    /// The number of times that the next segment did not get through.
    var attempts = 0
    /// Whether nothing will be sent any more, and whether that has come.
    var isFinished = false
    var hasEnded = false
    /// Whether nothing that is sent from now on arrives.
    var isLost = false
    /// Whether the writer was told that there is no room.
    var isAwaited = false

    /// The bytes that may be on their way or wait to be received.
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
