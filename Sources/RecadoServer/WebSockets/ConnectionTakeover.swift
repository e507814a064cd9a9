// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire

// A connection switches from HTTP to another protocol in these steps (RFC 9110 §7.8):
//
//   handler     answers 101 with a ConnectionTakeover for its content
//   EventLoop   posts .handOver in the place of .begin, and calls take(over:) in the request's task
//   Reactor     writes the head, and from then on moves bytes instead of reading requests
//
// The exchange of the request stays in progress until the takeover returns; then the connection is
// closed. Of the deadlines, only those for writing apply.

/// A user of the connection after an answer with status 101, such as a WebSocket.
protocol ConnectionTakeover: ContentSource {
    /// Uses the connection, which is closed when this function returns; the task is cancelled when
    /// the connection is lost.
    func take(over connection: TakenConnection) async
    /// Announces that the server shuts down; the connection gets the same grace period as requests.
    func serverStops()
}

extension ConnectionTakeover {
    var length: Int? { nil }

    /// Returns no content, because only a server can use the connection.
    func next() async throws -> [UInt8]? { nil }
}

/// The bytes of a connection that is used for a protocol other than HTTP.
struct TakenConnection: Sendable {
    let loop: EventLoop
    let exchange: ExchangeID
    let source: RequestContent

    init(_ loop: EventLoop, _ exchange: ExchangeID, _ channel: ContentChannel) {
        self.loop = loop
        self.exchange = exchange
        source = RequestContent(channel: channel, loop: loop, exchange: exchange, length: nil)
    }

    /// Waits for bytes; returns `nil` when the client has closed its sending side.
    ///
    /// - Throws: ``RequestContentError/disconnected``, and `CancellationError` for a cancelled
    ///   task.
    func read() async throws -> [UInt8]? { try await source.next() }

    /// Sends bytes and waits until there is room for more; only one task may write at a time.
    ///
    /// - Returns: True if the connection still exists.
    func write(_ bytes: [UInt8]) async -> Bool {
        await withCheckedContinuation { loop.post(.send(exchange, bytes, $0)) }
    }

    /// Closes the connection so that the client sees a failure.
    func breakOff() { loop.post(.abort(exchange)) }
}

extension EventLoop {
    /// Hands a connection over to a takeover, and closes the connection when the takeover returns.
    func handOver(
        _ response: Response,
        to takeover: any ConnectionTakeover,
        _ exchange: ExchangeID
    ) async {
        let channel = ContentChannel([])
        let isTaken = await withCheckedContinuation { permission in
            post(.handOver(exchange, response, Exchange.Takeover(takeover, channel), permission))
        }
        guard isTaken else { return }
        await takeover.take(over: TakenConnection(self, exchange, channel))
        post(.finish(exchange))
    }
}

extension Reactor {
    /// Answers 101, and connects the connection's bytes to its new user.
    func handOver(
        _ id: ExchangeID,
        _ response: Response,
        _ takeover: Exchange.Takeover,
        _ permission: Message.Permission
    ) {
        guard let connection = connection(id), let exchange = connection.exchange,
            exchange.answer == nil, exchange.content == nil, !exchange.traits.isVersion10
        else {
            permission.resume(returning: false)
            // This happens only if a check for connections that cannot switch protocols is missing.
            return take(.abort(id))
        }
        exchange.takeover = takeover
        exchange.content = takeover.channel
        exchange.answer = Exchange.ResponseProgress(framing: .untilClose, closes: true)
        wire.removeAll()
        wire.appendSwitchingHead(response, date: date.bytes)
        emit(nil, on: connection)
        permission.resume(returning: !connection.isDestroyed)
        if stopsAt != nil { takeover.user.serverStops() }
    }

    /// Passes received bytes to the connection's new user.
    ///
    /// - Returns: The number of bytes used, always all of them.
    func deposit(_ bytes: Span<UInt8>, for takeover: Exchange.Takeover, _ exchange: Exchange) -> Int
    {
        let copy = bytes.array(in: bytes.indices)
        exchange.isReadWanted = takeover.channel.deposit(copy, isWhole: false)
        return bytes.count
    }
}
