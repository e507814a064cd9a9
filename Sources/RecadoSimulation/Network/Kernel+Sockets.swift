// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The socket calls of programs.
extension Kernel {
    func socket() -> Int32 { add(.socket(SimulatedSocket(host: currentHost.id))) }

    func socket(_ number: Int32) -> SimulatedSocket? {
        guard case .socket(let socket)? = descriptors[number] else { return nil }
        return socket
    }

    func bind(_ socket: SimulatedSocket, to endpoint: Endpoint) -> Int32 {
        let host = hosts[socket.host.number]
        let isAny = endpoint.address == 0 || endpoint.address >> 24 == 127
        guard isAny || endpoint.address == host.address else { return -EADDRNOTAVAIL }
        let port = endpoint.port == 0 ? takePort(of: host) : endpoint.port
        let name = Endpoint(address: host.address, port: port)
        if listener(at: name) != nil { return -EADDRINUSE }
        socket.local = name
        return 0
    }

    private func takePort(of host: HostState) -> UInt16 {
        defer { host.nextPort = host.nextPort == .max ? 49_152 : host.nextPort + 1 }
        return host.nextPort
    }

    func listen(_ socket: SimulatedSocket, backlog: Int32) -> Int32 {
        guard socket.local != nil else { return -EINVAL }
        socket.state = .listening(backlog: Int(backlog))
        return 0
    }

    func listener(at name: Endpoint) -> SimulatedSocket? {
        listeners(at: name).first
    }

    /// Returns the sockets that listen at an address, sorted by descriptor number.
    private func listeners(at name: Endpoint) -> [SimulatedSocket] {
        descriptors.sorted { $0.key < $1.key }.compactMap { _, descriptor in
            guard case .socket(let socket) = descriptor, case .listening = socket.state,
                socket.local == name, isUp(socket.host)
            else { return nil }
            return socket
        }
    }

    func accept(_ socket: SimulatedSocket) -> (Int32, Endpoint?) {
        guard case .listening = socket.state else { return (-EINVAL, nil) }
        guard !socket.queue.isEmpty else { return (-EAGAIN, nil) }
        let number = add(.socket(socket.queue[0]))
        if number < 0 { return (number, nil) }
        let accepted = socket.queue.removeFirst()
        return (number, accepted.remote)
    }

    // MARK: - Connecting

    func connect(_ socket: SimulatedSocket, to endpoint: Endpoint) -> Int32 {
        guard case .new = socket.state else { return -EISCONN }
        let host = hosts[socket.host.number]
        let isLocal = endpoint.address >> 24 == 127
        let target = Endpoint(
            address: isLocal ? host.address : endpoint.address,
            port: endpoint.port
        )
        if socket.local == nil {
            socket.local = Endpoint(address: host.address, port: takePort(of: host))
        }
        socket.remote = target
        socket.state = .connecting
        beginAttempt(socket, to: target, 0)
        return -EINPROGRESS
    }

    /// The number of attempts to connect, after pauses of 1, 2, 4 … seconds (RFC 6298).
    private static let connectAttempts = 6

    private func beginAttempt(_ socket: SimulatedSocket, to target: Endpoint, _ attempt: Int) {
        guard attempt < Self.connectAttempts else { return fail(socket, ETIMEDOUT) }
        let from = socket.host.number
        guard let to = hosts.first(where: { $0.address == target.address })?.number else {
            return plan(after: travelTime()) { [unowned self] in fail(socket, EHOSTUNREACH) }
        }
        let (there, andBack) = (Path(from: from, to: to), Path(from: to, to: from))
        note(.connect, there, "port \(target.port)")
        let isLost = cuts.contains(there) || weather.happens(faults.loss)
        plan(after: isLost ? 0 : travelTime()) { [unowned self] in
            guard case .connecting = socket.state else { return }
            if isLost || !hosts[to].isUp || cuts.contains(andBack) {
                return plan(after: 1_000_000_000 << Int64(attempt)) { [unowned self] in
                    guard case .connecting = socket.state else { return }
                    beginAttempt(socket, to: target, attempt + 1)
                }
            }
            let peer = weather.happens(faults.refusal) ? nil : admit(socket, at: target, there)
            plan(after: travelTime()) { [unowned self] in
                guard case .connecting = socket.state else { return }
                guard let peer else { return fail(socket, ECONNREFUSED) }
                socket.state = .connected
                // The socket is now writable. It may also be readable already, because data from
                // the peer, or the end of the data, may have arrived before.
                withExtendedLifetime(peer) { changed(socket.watchable) }
            }
        }
    }

    private func admit(
        _ socket: SimulatedSocket,
        at target: Endpoint,
        _ path: Path
    ) -> SimulatedSocket? {
        let waiting = listeners(at: target)
        guard !waiting.isEmpty else { return nil }
        let listener = waiting[weather.below(waiting.count)]
        guard case .listening(let backlog) = listener.state, listener.queue.count < backlog else {
            return nil
        }
        let peer = SimulatedSocket(host: listener.host)
        (peer.local, peer.remote, peer.state) = (target, socket.local, .connected)
        let there = ByteStream(path, from: socket, to: peer)
        let back = ByteStream(Path(from: path.to, to: path.from), from: peer, to: socket)
        (socket.outgoing, socket.incoming) = (there, back)
        (peer.outgoing, peer.incoming) = (back, there)
        (socket.peer, peer.peer) = (peer, socket)
        connections.append(socket)
        listener.queue.append(peer)
        changed(listener.watchable)
        return peer
    }

    /// Makes a connection, or an attempt to connect, fail with an error.
    func fail(_ socket: SimulatedSocket, _ code: Int32) {
        if case .failed = socket.state { return }
        (socket.state, socket.error) = (.failed(code), code)
        changed(socket.watchable)
    }

    // MARK: - Bytes

    func receive(
        _ socket: SimulatedSocket,
        atMost limit: Int,
        peeks: Bool,
        _ take: (ArraySlice<UInt8>) -> Void
    ) -> Int {
        // Bytes that arrived before a reset can still be received.
        if case .failed(let code) = socket.state, socket.incoming?.bytes.isEmpty ?? true {
            socket.error = 0
            return -Int(code)
        }
        guard let incoming = socket.incoming else { return -Int(ENOTCONN) }
        if incoming.bytes.isEmpty { return incoming.hasEnded ? 0 : -Int(EAGAIN) }
        let count = min(limit, incoming.bytes.count)
        take(incoming.bytes.prefix(count))
        if peeks { return count }
        incoming.bytes.removeFirst(count)
        if incoming.isAwaited {
            incoming.isAwaited = false
            plan(after: travelTime()) { [unowned self] in
                if let writer = socket.peer { changed(writer.watchable) }
            }
        }
        return count
    }

    func send(_ socket: SimulatedSocket, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        if case .failed(let code) = socket.state {
            socket.error = 0
            return code == ECONNREFUSED ? -Int(ENOTCONN) : -Int(EPIPE)
        }
        guard let outgoing = socket.outgoing, case .connected = socket.state else {
            return -Int(ENOTCONN)
        }
        if outgoing.isFinished { return -Int(EPIPE) }
        if bytes.isEmpty { return 0 }
        guard outgoing.room > 0 else {
            outgoing.isAwaited = true
            return -Int(EAGAIN)
        }
        let count = cut(min(bytes.count, outgoing.room))
        if count < bytes.count { outgoing.isAwaited = true }
        let sent = unsafe Array(UnsafeBufferPointer(rebasing: bytes[..<count]))
        timeline.note(sent)
        note(.send, outgoing.path, sent)
        if outgoing.isLost { return count }
        if weather.happens(faults.resets) { return breakDown(socket, count) }
        // Bytes that were sent together may arrive in two parts.
        let place = cut(count)
        outgoing.send(sent[..<place], arriving: arrivalTime(place, on: outgoing))
        if place < count {
            outgoing.send(sent[place...], arriving: arrivalTime(count - place, on: outgoing))
        }
        pump(outgoing)
        // The socket stays writable, which an edge-triggered poller does not report. It is notified
        // here, so that the program sends the rest.
        if count < bytes.count, outgoing.room > 0 {
            plan(after: 0) { [unowned self] in changed(socket.watchable) }
        }
        return count
    }

    /// Breaks a connection as a router between the two hosts can: each host finds out separately.
    private func breakDown(_ socket: SimulatedSocket, _ count: Int) -> Int {
        note(.reset, socket.outgoing?.path ?? Path(from: 0, to: 0), "")
        // These bytes are lost, so nothing that follows them can be delivered.
        for stream in [socket.outgoing, socket.incoming] { stream?.isLost = true }
        for end in [socket, socket.peer].compactMap(\.self) {
            plan(after: travelTime()) { [unowned self] in fail(end, ECONNRESET) }
        }
        return count
    }

    /// Returns a count of bytes or, at random, a smaller count at which the sent bytes are split or
    /// cut off.
    private func cut(_ count: Int) -> Int {
        guard count > 1, weather.happens(faults.cuts) else { return count }
        return 1 + weather.below(count - 1)
    }

    // MARK: - The end

    func shutDown(_ socket: SimulatedSocket) -> Int32 {
        guard let outgoing = socket.outgoing, case .connected = socket.state else {
            return -ENOTCONN
        }
        finish(outgoing)
        return 0
    }

    private func finish(_ stream: ByteStream) {
        if stream.isFinished { return }
        stream.isFinished = true
        if stream.isLost { return }
        stream.segments.append((arrivalTime(0, on: stream), .end))
        pump(stream)
    }

    func close(_ socket: SimulatedSocket) {
        switch socket.state {
        case .listening:
            for waiting in socket.queue { reset(waiting) }
            socket.queue = []
        case .connected:
            let hasRest = socket.incoming.map { !$0.bytes.isEmpty } ?? false
            if socket.breaksOff || hasRest { return reset(socket) }
            if let outgoing = socket.outgoing { finish(outgoing) }
        case .connecting:
            if socket.peer != nil { return reset(socket) }
        case .new, .failed: break
        }
        socket.isClosed = true
        socket.state = .failed(EBADF)
    }

    /// Resets a connection and discards the bytes that are under way.
    func reset(_ socket: SimulatedSocket) {
        (socket.isClosed, socket.state) = (true, .failed(ECONNRESET))
        guard let path = socket.outgoing?.path, let peer = socket.peer else { return }
        note(.reset, path, "")
        tellOfReset(peer, path, 0)
    }

    private func tellOfReset(_ peer: SimulatedSocket, _ path: Path, _ attempt: Int64) {
        guard cuts.contains(path) else {
            return plan(after: travelTime()) { [unowned self] in fail(peer, ECONNRESET) }
        }
        // A real host does not repeat a reset, but answers each retransmission of the peer with
        // another one. Repeating the reset imitates this.
        guard attempt < 9 else { return }
        plan(after: 200_000_000 << attempt) { [unowned self] in
            tellOfReset(peer, path, attempt + 1)
        }
    }
}
