// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Clients that keep a server busy: each sends a request as soon as it has
/// the answer to the one before.
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

    /// Starts clients, a thread for each.
    ///
    /// - Parameters:
    ///   - port: Where the server is.
    ///   - clients: How many there are; every other one creates films, the rest read them.
    ///   - reconnects: Whether a client whose connection was closed in good order opens another.
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

    /// The requests that were answered with success.
    var answered: Int { state.withLock { $0.answered } }
    /// The losses: requests that were not answered well.
    var losses: [String] { state.withLock { $0.losses } }

    /// Waits until so many more requests have been answered, or a request was lost.
    func goOn(_ count: Int) async throws {
        let end = answered + count
        while answered < end, losses.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    }

    /// Ends the clients when they have their answers.
    func end() async throws {
        state.withLock { $0.isOver = true }
        try await waitForEnd()
    }

    /// Waits until the clients have ended by themselves.
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

    /// Sends requests until the connection is closed in good order, or the load is over.
    ///
    /// - Returns: Whether to go on.
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
