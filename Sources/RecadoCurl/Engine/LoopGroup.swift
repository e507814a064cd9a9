// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import Synchronization

/// The threads of a transport: one, and further ones while much is under way at once.
///
/// libcurl's work is the larger part of what a call costs, and on one thread all calls take turns for it.
/// A thread that has enough to do is therefore left alone; when all have, another one is started.
///
/// Calls that may go in HTTP/2 stay on the first, for a host is to see one connection (RFC 9113 §9.1).
final class LoopGroup: Sendable {
    private struct State {
        var mailboxes: [Mailbox] = []
        var isStopped = false
    }

    /// With so many calls under way, a thread has enough to do.
    static let enough = 32

    /// What the first thread keeps to, and what each other one does: together what the transport may have.
    private let (first, further): (CurlTransport.Options, CurlTransport.Options)
    private let limit: Int
    /// Whether calls without TLS may go in HTTP/2.
    private let assumesHTTP2: Bool
    private let state = Mutex(State())

    /// Creates a group and its first thread.
    init(_ options: CurlTransport.Options) {
        // A thread cannot lend another one its connections, so that few are not divided.
        limit = max(1, min(options.threads, options.connectionsPerHost / Self.enough))
        (first, further) = Self.shares(of: options, limit)
        assumesHTTP2 = ([options.host] + options.hosts.values).contains(where: \.assumesHTTP2)
        _ = choose(isShared: true)
    }

    /// Gives the first thread half, which alone serves hosts over TLS, and the others the rest.
    private static func shares(
        of options: CurlTransport.Options,
        _ count: Int
    ) -> (CurlTransport.Options, CurlTransport.Options) {
        guard count > 1 else { return (options, options) }
        var (first, further) = (options, options)
        first.connectionsPerHost = options.connectionsPerHost / 2
        first.idleConnections = max(1, options.idleConnections / 2)
        let others = count - 1
        further.connectionsPerHost = max(1, options.connectionsPerHost / 2 / others)
        further.idleConnections = max(1, options.idleConnections / 2 / others)
        return (first, further)
    }

    /// The mailbox of the thread that the next call goes to.
    func choose(for request: PreparedRequest) -> Mailbox {
        choose(isShared: request.isSecure ? first.offersHTTP2 : assumesHTTP2)
    }

    private func choose(isShared: Bool) -> Mailbox {
        state.withLock { state in
            if !state.isStopped { state.mailboxes.removeAll(where: \.isClosed) }
            var idlest: (mailbox: Mailbox, load: Int)?
            for mailbox in state.mailboxes {
                let load = mailbox.load
                if isShared || load < Self.enough { return mailbox }
                if load < idlest?.load ?? .max { idlest = (mailbox, load) }
            }
            if let idlest, state.isStopped || state.mailboxes.count >= limit {
                return idlest.mailbox
            }
            let mailbox = Mailbox()
            let share = state.mailboxes.isEmpty ? first : further
            let error =
                state.isStopped
                ? TransportError(.released) : Loop.start(options: share, mailbox: mailbox)
            if let error {
                mailbox.close(error)
                return idlest?.mailbox ?? mailbox
            }
            state.mailboxes.append(mailbox)
            return mailbox
        }
    }

    /// Ends everything under way, without waiting for it.
    func release() {
        for mailbox in stopped() { mailbox.post(.stop) }
    }

    /// Ends everything under way, and waits until all threads are gone.
    func stop() async {
        for mailbox in stopped() { await mailbox.stop() }
    }

    /// Starts no further threads, and names those that there are.
    private func stopped() -> [Mailbox] {
        state.withLock { state in
            state.isStopped = true
            return state.mailboxes
        }
    }
}
