// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension EventLoop {
    /// Answers the requests of a connection, one after another, until there is none any more.
    func serve(_ first: Assignment, with handler: any Handler) async {
        var next: Assignment? = first
        while let assignment = next.take() {
            let exchange = assignment.exchange
            if let response = await answer(assignment, with: handler) {
                next = await wait { .respond(exchange, response, $0) }
            } else {
                next = await wait { .wait(exchange.connection, $0) }
            }
        }
    }

    /// Posts a message with which the task waits for its next request.
    private func wait(_ message: (AssignmentWaiter) -> Message) async -> Assignment? {
        await unsafe withUnsafeContinuation { continuation in
            post(message(unsafe AssignmentWaiter(continuation)))
        }
    }

    /// Answers a request.
    ///
    /// - Returns: The answer, if its content is at hand; any other has been delivered.
    private func answer(_ assignment: Assignment, with handler: any Handler) async -> Response? {
        let response = await handler.respond(to: assignment.request)
        guard response.content.bytes == nil else { return response }
        await deliver(response, for: assignment.exchange)
        return nil
    }

    /// Hands an answer over piece by piece, as fast as the client takes it.
    private func deliver(_ response: Response, for exchange: ExchangeID) async {
        let goesOn = await withCheckedContinuation { permission in
            post(.begin(exchange, response, permission))
        }
        guard goesOn else { return }
        let source = response.content.makeSource()
        do {
            while let piece = try await source.next() {
                let goesOn = await withCheckedContinuation { permission in
                    post(.send(exchange, piece, permission))
                }
                guard goesOn else { return }
            }
            post(.finish(exchange))
        } catch {
            post(.abort(exchange))
        }
    }
}
