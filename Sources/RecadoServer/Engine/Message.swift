// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The name of an exchange, a request and its answer, that stays valid when both have gone.
struct ExchangeID: Sendable, Hashable {
    let connection: ConnectionID
    /// The number of the request on its connection; in HTTP/2 that of its stream.
    let number: Int
}

/// The name of a connection: its descriptor, and a number that no other one with that has.
struct ConnectionID: Sendable, Hashable {
    let descriptor: Int32
    let generation: UInt32

    init(descriptor: Int32, generation: UInt32) {
        self.descriptor = descriptor
        self.generation = generation
    }

    /// The name as the number that the poller reports.
    var token: UInt64 { UInt64(generation) << 32 | UInt64(UInt32(bitPattern: descriptor)) }

    init(token: UInt64) {
        descriptor = Int32(truncatingIfNeeded: token)
        generation = UInt32(truncatingIfNeeded: token >> 32)
    }
}

/// A message to a reactor.
///
/// A message about an exchange that has ended does nothing.
enum Message: Sendable {
    /// Resumed with whether to go on: `false` when nobody takes the content any longer.
    typealias Permission = CheckedContinuation<Bool, Never>

    /// Connections are to be accepted from here.
    case listen([Listener])
    /// The answer has been given in pieces, or cannot be.
    case leave(ExchangeID)
    /// The answer, its content to follow piece by piece.
    case begin(ExchangeID, Response, Permission)
    /// The answer, its content to be sent as it comes: by the reactor, or else by the task.
    case follow(ExchangeID, Response, any PolledSource, Permission)
    /// There is more of such content.
    case poll(ExchangeID)
    /// More content of the answer.
    case send(ExchangeID, [UInt8], Permission)
    /// The content of the answer is complete.
    case finish(ExchangeID)
    /// The content of the answer has failed.
    case abort(ExchangeID)
    /// A task waits for more content of the request.
    case read(ExchangeID)
    /// The answer is the last one of its connection, which is then used for something else.
    case handOver(ExchangeID, Response, Exchange.Takeover, Permission)
    /// Nobody will read the content of the request.
    case abandon(ExchangeID)
    /// No more connections; those in progress have this many ticks.
    case stop(grace: Int)

    /// Releases whoever waits for an answer to the message.
    func turnDown() {
        switch self {
        case .begin(_, _, let permission), .send(_, _, let permission),
            .handOver(_, _, _, let permission), .follow(_, _, _, let permission):
            permission.resume(returning: false)
        case .listen, .leave, .poll, .finish, .abort, .read, .abandon, .stop:
            break
        }
    }
}
