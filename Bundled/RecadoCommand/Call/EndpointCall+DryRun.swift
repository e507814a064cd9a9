// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCurlCommands
import RecadoEndpoints
import RecadoHTTP
import Synchronization

extension EndpointCall {
    /// Writes the request of a call without sending it.
    func show(_ endpoint: E, on terminal: Terminal) async throws(CommandError) {
        guard !(endpoint is any WebSocketEndpoint) else {
            throw .usage("--dry-run: a WebSocket is not one request; leave --dry-run out")
        }
        let transport = DryRunTransport()
        let client = try client(over: transport, on: terminal)
        do throws(CallError<E.Failure>) {
            // The transport stores the request that either call makes, and then fails.
            _ =
                E.isStream
                ? try await client.stream(endpoint).status
                : try await client.response(to: endpoint).status
        } catch {
            guard let request = transport.request else {
                throw CommandError(error, place(of: client))
            }
            try terminal.write(DisplayText.escaped(request.curl(redacting: .credentials)) + "\n")
        }
    }
}

/// A transport that stores the request instead of sending it.
private final class DryRunTransport: Transport {
    private let kept = Mutex<Request?>(nil)

    var request: Request? { kept.withLock { $0 } }

    func send(_ request: Request, timeouts: Timeouts) async throws(TransportError) -> Response {
        kept.withLock { $0 = request }
        throw TransportError(.cancelled, "nothing is sent in a dry run")
    }
}
