// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport
import Synchronization

/// The authentication sessions with all servers and proxies, shared by all calls.
///
/// 1. A session is identified by its protection space, its user, and the source of the credentials:
///    the layer's own source, or ``withCredentials(_:operation:)`` in the current task.
/// 2. A session whose credentials are refused is removed at once.
/// 3. Credentials that were refused as often as the limit allows are not sent again.
final class AuthenticationMemory: Sendable {
    /// A session, with the protection space, the user and the first path that it was created for.
    struct Entry: Sendable {
        let space: ProtectionSpace
        let user: String
        let isOfCall: Bool
        let firstPath: Substring
        var session: any AuthenticationSession
        /// The number that distinguishes the session from a later one in its place.
        let generation: Int
    }

    private struct Refusals {
        var credentials: BasicCredentials
        var count: Int
    }

    private struct State {
        var entries: [Entry] = []
        var refusals: [ProtectionSpace: Refusals] = [:]
        var lastGeneration = 0
    }

    /// The maximum number of sessions; a further one replaces the oldest.
    private static let capacity = 256

    private let state = Mutex(State())

    /// The number of entries in memory: sessions and refusals.
    var entryCount: Int { state.withLock { $0.entries.count + $0.refusals.count } }

    // MARK: - Sessions

    /// Returns the header field value for a request to a space that is already known.
    func authorization(
        for request: Request,
        _ uri: String,
        side: ProtectionSpace.Side
    ) -> (value: String, generation: Int)? {
        let user = CallCredentials.current?.user
        let origin = side == .proxy ? "" : request.origin
        return state.withLock { state in
            let index = state.entries.lastIndex { entry in
                entry.space.side == side && entry.space.origin == origin
                    && entry.isOfCall == (user != nil) && (user == nil || entry.user == user)
                    && entry.session.covers(request.path, since: entry.firstPath)
            }
            guard let index,
                let value = state.entries[index].session.authorization(for: request, uri: uri)
            else { return nil }
            return (value, state.entries[index].generation)
        }
    }

    /// Stores a new session, and returns its header field value for a request.
    func begin(
        _ session: any AuthenticationSession,
        for request: Request,
        _ uri: String,
        space: ProtectionSpace,
        user: String
    ) -> (value: String, generation: Int)? {
        var session = session
        guard let value = session.authorization(for: request, uri: uri) else { return nil }
        let isOfCall = CallCredentials.current != nil
        return state.withLock { state in
            state.lastGeneration += 1
            state.entries.removeAll {
                $0.space == space && $0.user == user && $0.isOfCall == isOfCall
            }
            if state.entries.count >= Self.capacity { state.entries.removeFirst() }
            state.entries.append(
                Entry(
                    space: space,
                    user: user,
                    isOfCall: isOfCall,
                    firstPath: Substring(String(request.path)),
                    session: session,
                    generation: state.lastGeneration
                )
            )
            return (value, state.lastGeneration)
        }
    }

    /// Continues a session if the server refused only its nonce; removes the session otherwise.
    func renew(_ generation: Int, _ challenges: [Challenge]) -> Bool {
        state.withLock { state in
            guard let index = state.entries.firstIndex(where: { $0.generation == generation })
            else {
                // Another call has replaced the session, so sending the request with the new
                // session is worth a try.
                let realms = Set(challenges.map(\.realm))
                return state.entries.contains { realms.contains($0.space.realm) }
            }
            for challenge in challenges {
                if state.entries[index].session.renew(challenge) { return true }
            }
            state.entries.remove(at: index)
            return false
        }
    }

    /// Passes the Authentication-Info of an answer to a session.
    func learn(_ generation: Int, _ info: FieldParameters) {
        state.withLock { state in
            let index = state.entries.firstIndex { $0.generation == generation }
            if let index { state.entries[index].session.learn(info) }
        }
    }

    // MARK: - Refusals

    /// Returns the number of times in a row that a space has refused the same credentials.
    func refusals(of credentials: BasicCredentials, for space: ProtectionSpace) -> Int {
        state.withLock { state in
            guard let known = state.refusals[space], known.credentials.isSame(as: credentials)
            else { return 0 }
            return known.count
        }
    }

    func noteRefusal(of credentials: BasicCredentials, for space: ProtectionSpace) {
        state.withLock { state in
            let known = state.refusals[space]
            if known == nil, state.refusals.count >= Self.capacity { state.refusals.removeAll() }
            let count = known?.credentials.isSame(as: credentials) == true ? known?.count ?? 0 : 0
            state.refusals[space] = Refusals(credentials: credentials, count: count + 1)
        }
    }

    func noteSuccess(for space: ProtectionSpace) {
        state.withLock { $0.refusals[space] = nil }
    }
}

extension BasicCredentials {
    /// True if user and password are equal; this need not be a constant-time comparison, because
    /// both credentials come from this program.
    func isSame(as other: BasicCredentials) -> Bool {
        user == other.user && password == other.password
    }
}
