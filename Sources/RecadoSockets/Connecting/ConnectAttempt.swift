// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoHTTP
import RecadoTransport
import RecadoWire

/// Opens a connection to one of several addresses of a host (RFC 8305).
struct ConnectAttempt: Sendable {
    let reactor: Reactor
    let transfer: Transfer
    /// The address of this machine to connect from; `nil` if the system chooses.
    let localAddress: SocketName?

    /// A connection, or the error that prevented it.
    private typealias Outcome = Result<Channel, TransportError>

    /// The events of a race between several attempts.
    private enum Event: Sendable {
        case ended(Outcome)
        /// An address has not answered in time, so the next address is tried as well.
        case delay
    }

    /// The time after which the next address is tried as well (RFC 8305 §5).
    private static let attemptDelay = Duration.milliseconds(250)

    /// Connects to the first address that answers.
    ///
    /// - Parameter addresses: The addresses, the preferred one first.
    /// - Returns: The connection.
    /// - Throws: The error of the last address, or an error of the kind `timedOut` or `cancelled`.
    func connect(to addresses: [SocketName]) async throws(TransportError) -> Channel {
        let addresses = addresses.filter { address in
            localAddress.map { $0.family == address.family || address.family == AF_UNIX } ?? true
        }
        guard let first = addresses.first else {
            let reason = "it has no address of the local address's family"
            throw TransportError(.cannotConnect, "\(transfer.request.authority): \(reason)")
        }
        if addresses.count == 1 { return try await attempt(first).get() }
        return try await race(Self.interleaved(addresses)).get()
    }

    /// Returns the addresses with the two families alternating, beginning with the family of the
    /// first address (RFC 8305 §4).
    static func interleaved(_ addresses: [SocketName]) -> [SocketName] {
        guard let first = addresses.first else { return [] }
        var own = addresses.filter { $0.family == first.family }[...]
        var others = addresses.filter { $0.family != first.family }[...]
        var order: [SocketName] = []
        while !own.isEmpty || !others.isEmpty {
            if let address = own.popFirst() { order.append(address) }
            if let address = others.popFirst() { order.append(address) }
        }
        return order
    }

    private func race(_ addresses: [SocketName]) async -> Outcome {
        await withTaskGroup(of: Event.self) { group in
            var rest = addresses[...]
            var pending = 0
            var last = TransportError(.cannotConnect)
            func startNext() {
                guard let address = rest.popFirst() else { return }
                pending += 1
                group.addTask { .ended(await attempt(address)) }
                if rest.isEmpty { return }
                group.addTask {
                    try? await Task.sleep(for: Self.attemptDelay)
                    return .delay
                }
            }
            startNext()
            while let event = await group.next() {
                switch event {
                case .delay: startNext()
                case .ended(.success(let channel)):
                    group.cancelAll()
                    return .success(channel)
                case .ended(.failure(let error)):
                    pending -= 1
                    last = error
                    if error.kind == .cancelled || error.kind == .failed { rest = [] }
                    startNext()
                    if pending == 0 { group.cancelAll() }
                }
            }
            return .failure(last)
        }
    }

    // MARK: - One address

    private func attempt(_ address: SocketName) async -> Outcome {
        var opened: Channel?
        do throws(TransportError) {
            transfer.report(.connecting(address: address.text))
            let channel = try open(address)
            opened = channel
            switch channel.withSocket({ $0.connect(to: address) }) {
            case .connected?: break
            case .inProgress?: try await finish(channel, address)
            case .failed(let code)?: throw failure(code, address)
            case nil: throw TransportError(.released)
            }
            note(address)
            return .success(channel)
        } catch {
            // Closes the descriptor before the caller learns of the failure.
            opened?.close()
            return .failure(error)
        }
    }

    private func finish(
        _ channel: Channel,
        _ address: SocketName
    ) async throws(TransportError) {
        try await channel.waitUntilReady(
            for: .writing,
            until: transfer.connectDeadline,
            late: transfer.timeout(.connecting)
        )
        let code = channel.withSocket { $0.connectError } ?? 0
        guard code == 0 else { throw failure(code, address) }
    }

    private func note(_ address: SocketName) {
        transfer.note { $0.connected = .now }
        transfer.remote = (address.internetAddress?.text, Int(address.port ?? 0))
    }

    private func open(_ address: SocketName) throws(TransportError) -> Channel {
        let opened: Result<Channel, TransportError>
        do throws(SystemError) {
            opened = Channel.make(try openSocket(address), reactor)
        } catch {
            let isExhausted = error.code == EMFILE || error.code == ENFILE
            guard isExhausted else { throw failure(error.code, address) }
            throw TransportError(.failed, "no descriptor is free")
        }
        return try opened.get()
    }

    private func openSocket(_ address: SocketName) throws(SystemError) -> Socket {
        let socket = try Socket(family: address.family)
        // Disables Nagle's algorithm, because requests are complete when they are sent. Keep-alive
        // probes show whether idle connections still exist.
        if address.family != AF_UNIX {
            socket.set(TCP_NODELAY, level: Int32(IPPROTO_TCP))
            socket.set(SO_KEEPALIVE)
        }
        if let localAddress, localAddress.family == address.family {
            try socket.bind(to: localAddress)
        }
        return socket
    }

    private func failure(_ number: Int32, _ address: SocketName) -> TransportError {
        let reason = SystemText.of(number)
        return TransportError(
            .cannotConnect,
            "\(transfer.request.authority): \(address.text): \(reason)"
        )
    }
}
