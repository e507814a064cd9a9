// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Clients that keep a server busy: each sends a request as soon as it has the answer to the one
/// before.
final class Load: Sendable {
    private struct State {
        var answered = 0
        var running = 0
        var isOver = false
        var losses: [String] = []
    }

    private let state = Mutex(State())
    private let port: Int
    private let reconnects: Bool

    /// Starts clients, each in a thread.
    ///
    /// - Parameters:
    ///   - port: The server's port on this machine.
    ///   - clients: The number of clients; every second one creates films, the others read them.
    ///   - reconnects: True if a client opens a new connection after the server has closed one
    ///     properly.
    init(port: Int, clients: Int = 6, reconnects: Bool = true) {
        self.port = port
        self.reconnects = reconnects
        state.withLock { $0.running = clients }
        for number in 0..<clients {
            Thread.detachNewThread { [self] in
                run(number)
                state.withLock { $0.running -= 1 }
            }
        }
    }

    /// The number of requests that were answered with 200 or 201.
    var answered: Int { state.withLock { $0.answered } }
    /// The errors of connections and the responses with any other status, as texts.
    var losses: [String] { state.withLock { $0.losses } }

    /// Waits until `count` more requests have been answered, or one has failed.
    func goOn(_ count: Int) async throws {
        let end = answered + count
        while answered < end, losses.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    }

    /// Ends the clients as soon as they have the responses that they are waiting for.
    func end() async throws {
        state.withLock { $0.isOver = true }
        try await waitForEnd()
    }

    /// Waits until all clients have ended.
    func waitForEnd() async throws {
        while state.withLock({ $0.running }) > 0 { try await Task.sleep(for: .milliseconds(5)) }
    }

    private func run(_ number: Int) {
        let request = number.isMultiple(of: 2) ? Self.get : Self.post
        while !state.withLock({ $0.isOver }) {
            do {
                let connection = try RawConnection(port: port)
                guard try exchange(request, on: connection), reconnects else { return }
            } catch {
                return state.withLock { $0.losses.append("client \(number): \(error)") }
            }
        }
    }

    /// Sends requests until the server closes the connection properly or the load ends.
    ///
    /// - Returns: True if the client may open another connection.
    private func exchange(_ request: String, on connection: RawConnection) throws -> Bool {
        while !state.withLock({ $0.isOver }) {
            try connection.send(request)
            let (status, isLast) = try connection.answer()
            state.withLock { state in
                if status == 200 || status == 201 {
                    state.answered += 1
                } else {
                    state.losses.append("answered with \(status)")
                }
            }
            if isLast { return true }
        }
        return false
    }

    private static let get = "GET /videoclub/api/v1/catalog HTTP/1.1\r\nHost: localhost\r\n\r\n"
    private static let post =
        RawConnection.filmHead.replacing("Expect: 100-continue\r\n", with: "") + RawConnection.film
}
