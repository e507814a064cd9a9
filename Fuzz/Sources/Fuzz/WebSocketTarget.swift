// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// Checks that the result of reading WebSocket bytes does not depend on where they are cut.
///
/// The first byte chooses the role: clients and servers treat the rest differently.
enum WebSocketTarget {
    static func read(_ input: [UInt8]) {
        guard let first = input.first else { return }
        let role: WebSocketRole = first & 1 == 0 ? .client : .server
        let bytes = Array(input.dropFirst())
        var tight = WebSocketLimits()
        (tight.frame, tight.message, tight.fragments) = (1000, 1500, 20)
        for limits in [tight, WebSocketLimits()] {
            let whole = play(role, [bytes], limits)
            for cut in cuts(of: bytes) {
                expect(play(role, cut, limits), whole, "the pieces were read otherwise")
            }
            again(whole, limits)
        }
    }

    /// The messages that were delivered, and the end.
    private struct Outcome: Equatable {
        var messages: [WebSocketMessage] = []
        var end: WebSocketMachine.End?
    }

    private static func play(
        _ role: WebSocketRole,
        _ pieces: [[UInt8]],
        _ limits: WebSocketLimits
    ) -> Outcome {
        var machine = WebSocketMachine(role: role, limits: limits)
        var outcome = Outcome()
        func drain() {
            while let action = machine.next() {
                if outcome.end != nil { fail("something happened after the end") }
                switch action {
                case .write: break
                case .deliver(let message):
                    if message.size > limits.message { fail("a message beyond the limit") }
                    outcome.messages.append(message)
                case .end(let end): outcome.end = end
                }
            }
        }
        for piece in pieces {
            machine.feed(piece)
            drain()
        }
        machine.feedEnd()
        drain()
        if outcome.end == nil { fail("no end") }
        return outcome
    }

    /// Expects the delivered messages to arrive unchanged when they are sent again in fragments.
    private static func again(_ outcome: Outcome, _ limits: WebSocketLimits) {
        var sending = WebSocketLimits()
        sending.sentFrame = 80
        var server = WebSocketMachine(role: .server, limits: sending)
        let bytes = outcome.messages.compactMap { server.send($0) }
        let again = play(.client, bytes, limits).messages
        expect(again, outcome.messages, "the messages changed on the way")
    }
}
