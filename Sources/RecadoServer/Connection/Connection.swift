// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire

/// One client's connection, as its reactor knows it.
///
/// Properties that every request changes are `@exclusivity(unchecked)`, for the reason given at
/// ``Reactor``.
final class Connection {
    /// The stages of the connection's end.
    enum Ending {
        case none
        /// It is closed when its output has gone; nothing is read any more.
        case afterOutput
        /// Nothing is sent any more; what comes is thrown away until the client closes.
        case lingering
    }

    let id: ConnectionID
    /// The link that moves its bytes.
    let link: Link
    /// The other end; what it has proved in a handshake is known when that is over.
    var peer: Peer
    /// The origin that it is counted under; `nil` when it is not counted by address.
    let origin: UInt64?
    /// Whether it is one beyond the limit, which may ask one vital question.
    var isExtra = false

    // MARK: - Bytes

    @safe @exclusivity(unchecked) var reader = RequestReader()
    /// Bytes that could not be used yet; without storage while the connection is idle.
    @safe @exclusivity(unchecked) var input: [UInt8] = []
    @safe @exclusivity(unchecked) var output = OutputQueue()

    /// The bytes of answers that wait, as they were counted last.
    @safe @exclusivity(unchecked) var countedBytes = 0
    /// Since when some wait, and what the client had taken by then.
    var behindSince = 0
    var takenBefore = 0

    /// The frames and streams of a connection in HTTP/2, which has none of what follows up to the
    /// state of the socket.
    @safe @exclusivity(unchecked) var http2: HTTP2Session?

    // MARK: - Exchange

    /// The request that is being answered; the next one is not read before it is.
    @safe @exclusivity(unchecked) var exchange: Exchange?
    /// Whether an answer is about to be sent to a request that has no exchange.
    @safe @exclusivity(unchecked) var isReplying = false
    @safe @exclusivity(unchecked) var requestCount = 0
    /// The unread content that may still be skipped to get to the next request.
    var skippable = 0

    // MARK: - State of the socket

    /// Whether requests can be read, which has to wait for a handshake.
    var isReady: Bool
    var isReadable = false
    var isWritable = true
    /// The client has said that it sends nothing more.
    var peerHasEnded = false
    /// All that it has sent has been read.
    var hasReadEnd = false
    /// Parsing has stopped because there is too much output.
    var isHeldBack = false
    var isFlushScheduled = false
    @safe @exclusivity(unchecked) var ending = Ending.none
    /// Whether the client has time to take the last answer before the connection is closed.
    var lingers = false
    var isDestroyed = false

    // MARK: - Deadlines

    /// Whether the clock of a head runs; it does from the beginning, for the first one.
    var isHeadTimed = true
    @safe @exclusivity(unchecked) var readDeadline = Ticks.never
    @safe @exclusivity(unchecked) var writeDeadline = Ticks.never
    /// The tick at which the timer wheel brings the connection up; other entries are stale.
    var comesUpAt = Ticks.never

    init(id: ConnectionID, link: consuming Link, peer: Peer, origin: UInt64?) {
        self.id = id
        isReady = link.isReady
        self.link = link
        self.peer = peer
        self.origin = origin
    }

    /// Whether a request was read whose answer has not been sent.
    var isAnswering: Bool { exchange != nil || isReplying }

    /// Whether there is more to do once an answer has gone: to read, or to take note of the end.
    var mayGoOn: Bool { isReadable || hasReadEnd || !input.isEmpty }

    /// The name of the exchange that the next request begins.
    var nextExchangeID: ExchangeID { ExchangeID(connection: id, number: requestCount + 1) }
}
