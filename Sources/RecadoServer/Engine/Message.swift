// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The ID of an exchange (a request and its answer), which outlives the exchange.
struct ExchangeID: Sendable, Hashable {
    let connection: ConnectionID
    /// The number of the request on its connection; in HTTP/2, the number of its stream.
    let number: Int
}

/// The ID of a connection: its descriptor, and a generation that no earlier connection with this
/// descriptor had.
struct ConnectionID: Sendable, Hashable {
    let descriptor: Int32
    let generation: UInt32

    init(descriptor: Int32, generation: UInt32) {
        self.descriptor = descriptor
        self.generation = generation
    }

    /// The ID as the number with which the poller reports the connection.
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
    /// A continuation, resumed with `true` to go on, or with `false` when the content is not needed
    /// any more.
    typealias Permission = CheckedContinuation<Bool, Never>

    /// Accept connections from these listeners.
    case listen([Listener])
    /// The task has returned; it sent the answer in pieces, or cannot answer.
    case leave(ExchangeID)
    /// Begin the answer; its content follows piece by piece.
    case begin(ExchangeID, Response, Permission)
    /// Begin the answer, and send content from the source as it becomes available; if the reactor
    /// cannot do that, the task sends the content.
    case follow(ExchangeID, Response, any PolledSource, Permission)
    /// The polled source of an answer has more content.
    case poll(ExchangeID)
    /// Send more content of the answer.
    case send(ExchangeID, [UInt8], Permission)
    /// The content of the answer is complete.
    case finish(ExchangeID)
    /// The content of the answer has failed.
    case abort(ExchangeID)
    /// A task waits for more content of the request.
    case read(ExchangeID)
    /// Send the connection's last HTTP answer; then the connection is used for another protocol.
    case handOver(ExchangeID, Response, Exchange.Takeover, Permission)
    /// Nobody will read the content of the request.
    case abandon(ExchangeID)
    /// Accept no more connections; requests in progress have this many ticks to end.
    case stop(grace: Int)

    /// Releases the task that waits for a reply to the message.
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
