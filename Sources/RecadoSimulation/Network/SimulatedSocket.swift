// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoSimulation
import Glibc

/// An IPv4 address and a port.
struct Endpoint: Hashable {
    let address: UInt32
    let port: UInt16
}

/// A simulated TCP socket over IPv4.
final class SimulatedSocket {
    enum State {
        /// The socket was created, and may be bound or connected.
        case new
        case listening(backlog: Int)
        case connecting
        case connected
        /// The connection failed or has ended, with this `errno` value.
        case failed(Int32)
    }

    let host: HostID
    let watchable = Watchable()
    var state = State.new
    var local: Endpoint?
    var remote: Endpoint?
    /// The connections that wait to be accepted.
    var queue: [SimulatedSocket] = []
    /// The bytes from the peer.
    var incoming: ByteStream?
    /// The bytes to the peer.
    var outgoing: ByteStream?
    /// The other end of the connection, until the world is closed.
    var peer: SimulatedSocket?
    var isClosed = false
    /// The number of open descriptors of the socket; a server's successor has a descriptor of its
    /// own.
    var numberCount = 0
    /// True if closing the socket resets the connection.
    var breaksOff = false
    /// The `errno` value that the program has not read yet (`SO_ERROR`); 0 for none.
    var error: Int32 = 0

    init(host: HostID) { self.host = host }

    /// The current events, as `epoll_wait` reports them.
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

/// One direction of a connection.
final class ByteStream {
    /// Bytes under way, or the end of the stream.
    enum Segment {
        case bytes(ArraySlice<UInt8>)
        case end
    }

    let path: Path
    /// The socket that reads the bytes.
    unowned let reader: SimulatedSocket
    /// The socket that writes the bytes.
    unowned let writer: SimulatedSocket
    /// The bytes that have arrived and were not yet received by the program.
    var bytes: ArraySlice<UInt8> = []
    /// The segments under way, with their times of arrival.
    var segments: [(time: Int64, segment: Segment)] = []
    private(set) var pendingCount = 0
    var isPumping = false
    /// The number of failed attempts to deliver the next segment.
    var attempts = 0
    /// True if the writer will send nothing more.
    var isFinished = false
    /// True if the end has arrived at the reader.
    var hasEnded = false
    /// True if nothing that is sent from now on will arrive.
    var isLost = false
    /// True if the writer waits for room in the window, and must be notified when there is some.
    var isAwaited = false

    /// The most bytes that may be under way or wait to be received, in total.
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
