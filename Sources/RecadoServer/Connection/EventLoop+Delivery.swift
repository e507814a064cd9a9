// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension EventLoop {
    /// Answers requests, one after another, until the task is cancelled or not needed any more.
    @concurrent
    func serve(as worker: Int, _ handler: any Handler, _ slot: RequestSlot) async {
        var next = takeAssignment(for: worker)
        while true {
            guard let assignment = next.take() else {
                let goesOn = await unsafe withUnsafeContinuation { continuation in
                    rest(worker, unsafe IdleWorker(continuation))
                }
                guard goesOn else { return retire(worker) }
                next = takeAssignment(for: worker)
                continue
            }
            let exchange = assignment.exchange
            let response: Response
            // Here and not in functions of their own: each asynchronous call costs a frame, and
            // a look at the task's executor afterwards.
            if case .now(let answer) = assignment.pending {
                response = answer
            } else if case .begun(let rest) = assignment.pending {
                slot.enter(assignment)
                response = await rest()
                slot.leave()
            } else if let refusal = slot.admit(assignment) {
                response = refusal
            } else if case .later(let rest) = assignment.pending, !assignment.request.isLong {
                response = await rest()
                slot.leave()
            } else {
                response = await respond(to: assignment, by: handler)
                slot.leave()
            }
            // A long answer does not keep its request.
            _ = consume assignment
            if response.content.isAtHand {
                next = finish(exchange, response, as: worker)
            } else {
                await deliver(response, for: exchange)
                next = leave(exchange, as: worker)
            }
        }
    }

    /// Answers a request whose handler was not called before, or whose content takes long to decode.
    private func respond(
        to assignment: Assignment,
        by handler: any Handler
    ) async -> Response {
        let request = assignment.request
        guard request.isLong else { return await handler.respond(to: request) }
        return await withTaskExecutorPreference(LongContentExecutor.shared) {
            if let pending = assignment.pending { return await pending.value }
            return await handler.respond(to: request)
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

extension Request {
    /// True where there is, or may be, so much content that others feel it being read and decoded.
    fileprivate var isLong: Bool {
        content.length.map { $0 > EventLoop.mostBytesAtOnce } ?? true
    }
}
