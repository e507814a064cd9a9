// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RecadoClient
import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import Synchronization

/// Calls that open a WebSocket, in which lines of standard input are messages.
extension EndpointCall {
    /// The time that the server may stay silent after the input has ended.
    private static var patience: Duration { .seconds(1) }

    /// Sends each line of standard input as a message, and writes each message of the server.
    ///
    /// The conversation ends when the server closes the connection or, after the end of the input,
    /// one second after the last message.
    func converse<W: WebSocketEndpoint>(
        _ endpoint: W,
        through client: Client,
        on terminal: Terminal
    ) async throws(CommandError) {
        do {
            let socket = try await client.webSocket(endpoint).socket
            let heard = LastHeard()
            let sending = Task { try await send(to: socket, heard) }
            defer { sending.cancel() }
            try await OutputWatch.run {
                let messages = socket.messages(of: Value.self)
                try await write(messages.map { heard.note($0) }, on: terminal)
            }
        } catch let failure as CommandError {
            throw failure
        } catch let error as WebSocketError {
            throw CommandError(error, at: "\(client.base)")
        } catch {
            throw CommandError(code: 5, "a message cannot be shown: \(error)")
        }
    }

    private func send(to socket: WebSocket, _ heard: LastHeard) async throws {
        while let line = await InputLine.next() {
            if !line.isEmpty { try await socket.send(.text(line)) }
        }
        var rest = Self.patience
        while rest > .zero {
            try await Task.sleep(for: rest)
            rest = Self.patience - heard.silence
        }
        await socket.close()
    }
}

/// The time at which the last message arrived.
private final class LastHeard: Sendable {
    private let time = Mutex(ContinuousClock.now)

    /// Records the current time for a message, and returns the message unchanged.
    func note(_ message: Value) -> Value {
        time.withLock { $0 = .now }
        return message
    }

    /// The time that has passed since the last message.
    var silence: Duration { time.withLock { $0.duration(to: .now) } }
}

/// The lines of standard input.
private enum InputLine {
    private static let queue = DispatchQueue(label: "recado.input")

    /// Waits for the next line; `nil` at the end.
    ///
    /// A separate thread waits, because tasks share only a few threads.
    static func next() async -> String? {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: readLine()) }
        }
    }
}

extension CommandError {
    /// Creates a failure that explains why a WebSocket could not be opened, or why it has ended.
    fileprivate init(_ error: WebSocketError, at address: String) {
        let code: Int32 =
            switch (error.kind, error.response?.status.class) {
            case (.invalid, _): 2
            case (.unreachable, nil), (.timedOut, _), (.cancelled, _): 3
            case (_, .clientError): 4
            default: 5
            }
        if code == 3, let unreached = error.underlying as? TransportError {
            let advice = TransportAdvice(unreached, at: address, isNamedByServer: true).lines
            self.init(code: code, lines: advice.map(\.description))
        } else {
            self.init(code: code, "\(error)")
        }
    }
}
