// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoTransport
import RecadoWire
import Synchronization

/// Resolves the names of hosts on threads that may block, and caches the addresses for a minute.
final class Resolver: Sendable {
    private typealias Lookup = Result<[SocketName], TransportError>

    private enum Entry {
        case known([SocketName], until: Tick)
        case pending([Int: CheckedContinuation<Lookup, Never>])
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var lastWaiter = 0
    }

    private struct Key: Hashable {
        let host: String
        let port: Int
    }

    private let reactor: Reactor
    private let state = Mutex(State())

    init(_ reactor: Reactor) { self.reactor = reactor }

    /// The time for which addresses are cached; ``capacity`` limits the number of cached names.
    private static let lifetime = Duration.seconds(60)
    private static let capacity = 256

    /// Returns the addresses of a host, in the order in which to try them (RFC 6724).
    ///
    /// - Parameters:
    ///   - host: A name, or a numeric address, which is not looked up.
    ///   - port: The port of each address.
    ///   - transfer: The transfer that needs the addresses.
    /// - Returns: The addresses, at least one.
    /// - Throws: An error of the kind `cannotResolve`, `timedOut` or `cancelled`.
    func addresses(
        of host: String,
        port: Int,
        for transfer: Transfer
    ) async throws(TransportError) -> [SocketName] {
        if let address = SocketName(numeric: host, port: port) { return [address] }
        if host.lowercased() == "localhost" || host.lowercased().hasSuffix(".localhost") {
            // RFC 6761 §6.3: `localhost` is resolved without a name server.
            return ["::1", "127.0.0.1"].compactMap { SocketName(numeric: $0, port: port) }
        }
        let key = Key(host: host, port: port)
        if let known = known(key) { return known }
        return try await lookUp(key, for: transfer)
    }

    private func known(_ key: Key) -> [SocketName]? {
        state.withLock { state in
            guard case .known(let addresses, let end) = state.entries[key], end > Tick.now else {
                return nil
            }
            return addresses
        }
    }

    private func lookUp(
        _ key: Key,
        for transfer: Transfer
    ) async throws(TransportError) -> [SocketName] {
        let number = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        let deadline = transfer.connectDeadline
        let late = transfer.timeout(.connecting)
        let limit = min(Tick.now.duration(to: deadline), .seconds(3_600))
        // The timer is set after the wait has begun, because an earlier timer could fire before
        // there is a continuation to resume.
        let timer = Atomic(0)
        defer { reactor.cancel(timer.load(ordering: .relaxed)) }
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                begin(key, number, continuation)
                let scheduled = reactor.schedule(after: limit) { [self] in
                    settle(key, number, .failure(late))
                }
                timer.store(scheduled, ordering: .relaxed)
                if Task.isCancelled { settle(key, number, .failure(TransportError(.cancelled))) }
            }
        } onCancel: {
            settle(key, number, .failure(TransportError(.cancelled)))
        }
        return try answer.get()
    }

    private func begin(
        _ key: Key,
        _ number: Int,
        _ continuation: CheckedContinuation<Lookup, Never>
    ) {
        let now = Tick.now
        let (known, isFirst) = state.withLock { state -> ([SocketName]?, Bool) in
            switch state.entries[key] {
            case .known(let addresses, let end) where end > now: return (addresses, false)
            case .pending(var waiters):
                waiters[number] = continuation
                state.entries[key] = .pending(waiters)
                return (nil, false)
            default:
                state.entries[key] = .pending([number: continuation])
                return (nil, true)
            }
        }
        if let known { return continuation.resume(returning: .success(known)) }
        guard isFirst else { return }
        do throws(SystemError) {
            try LoopThread.start { [self] in answer(key, Self.ask(key)) }
        } catch {
            answer(key, .failure(TransportError(.failed, "no thread is to be had")))
        }
    }

    /// Ends the wait of one caller with an answer.
    private func settle(_ key: Key, _ number: Int, _ answer: Lookup) {
        let waiter = state.withLock { state -> CheckedContinuation<Lookup, Never>? in
            guard case .pending(var waiters) = state.entries[key] else { return nil }
            let waiter = waiters.removeValue(forKey: number)
            state.entries[key] = .pending(waiters)
            return waiter
        }
        waiter?.resume(returning: answer)
    }

    private func answer(_ key: Key, _ answer: Lookup) {
        let now = Tick.now
        let waiters = state.withLock { state -> [CheckedContinuation<Lookup, Never>] in
            var waiting: [CheckedContinuation<Lookup, Never>] = []
            if case .pending(let waiters) = state.entries[key] {
                waiting = Array(waiters.values)
            }
            state.entries[key] = nil
            guard case .success(let addresses) = answer else { return waiting }
            if state.entries.count >= Self.capacity {
                state.entries = state.entries.filter {
                    guard case .known(_, let end) = $0.value else { return true }
                    return end > now
                }
            }
            if state.entries.count < Self.capacity {
                state.entries[key] = .known(addresses, until: now.after(Self.lifetime))
            }
            return waiting
        }
        for waiter in waiters { waiter.resume(returning: answer) }
    }

    /// Asks the system's resolver, which may block for a long time.
    private static func ask(_ key: Key) -> Lookup {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_NUMERICSERV
        var first: UnsafeMutablePointer<addrinfo>?
        let code = unsafe getaddrinfo(key.host, String(key.port), &hints, &first)
        defer { unsafe freeaddrinfo(first) }
        guard code == 0 else {
            let reason = unsafe String(cString: gai_strerror(code))
            return .failure(TransportError(.cannotResolve, "\(key.host): \(reason)"))
        }
        var addresses: [SocketName] = []
        var next = unsafe first
        while let entry = unsafe next {
            if let name = unsafe entry.pointee.ai_addr {
                let address = unsafe SocketName(copying: name, length: entry.pointee.ai_addrlen)
                if let address, !addresses.contains(where: { $0.isSame(as: address) }) {
                    addresses.append(address)
                }
            }
            unsafe next = entry.pointee.ai_next
        }
        if !addresses.isEmpty { return .success(addresses) }
        return .failure(TransportError(.cannotResolve, "\(key.host): it has no address"))
    }
}
