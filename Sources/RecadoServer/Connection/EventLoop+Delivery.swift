// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension EventLoop {
    /// Answers the requests of a connection, one after another, until there is none any more.
    func serve(
        _ first: Assignment,
        with handler: any Handler,
        _ admission: Admission
    ) async {
        var assignment = first
        while true {
            let exchange = assignment.exchange
            let response: Response
            if let refusal = admission.admit(assignment, to: handler) {
                response = refusal
            } else {
                response = await handler.respond(to: assignment.request)
                admission.leave()
            }
            // While it waits for another one, a connection holds no request.
            _ = consume assignment
            let isAtHand = response.content.isAtHand
            if !isAtHand { await deliver(response, for: exchange) }
            var answer = isAtHand ? consume response : nil
            // Here and not in a function of its own: each asynchronous call is two switches of
            // executors, each of which looks the task's preference up.
            let next = await unsafe withUnsafeContinuation { continuation in
                let waiter = unsafe AssignmentWaiter(continuation)
                if let response = answer.take() {
                    post(.respond(exchange, response, waiter))
                } else {
                    post(.wait(exchange, waiter))
                }
            }
            guard let next else { return }
            assignment = next
        }
    }

    /// Hands an answer over piece by piece, as fast as the client takes it.
    private func deliver(_ response: Response, for exchange: ExchangeID) async {
        if response.status == .switchingProtocols,
            let takeover = response.content.makeSource() as? any ConnectionTakeover
        {
            return await handOver(response, to: takeover, exchange)
        }
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
