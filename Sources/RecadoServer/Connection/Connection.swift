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
        /// The connection is closed when its output has been sent; nothing is read any more.
        case afterOutput
        /// Nothing is sent any more; input is thrown away until the client closes.
        case lingering
    }

    let id: ConnectionID
    /// The link that moves the connection's bytes.
    let link: Link
    /// The client; an identity that it proves in a handshake is known once the handshake is over.
    var peer: Peer
    /// The origin under which the connection is counted; `nil` when it is not counted by address.
    let origin: UInt64?
    /// True for a connection beyond the limit, which may send one vital request.
    var isExtra = false

    // MARK: - Bytes

    @safe @exclusivity(unchecked) var reader = RequestReader()
    /// Bytes that could not be used yet; without storage while the connection is idle.
    @safe @exclusivity(unchecked) var input: [UInt8] = []
    @safe @exclusivity(unchecked) var output = OutputQueue()

    /// The bytes of waiting answers at their last count.
    @safe @exclusivity(unchecked) var countedBytes = 0
    /// The tick at which measuring the client's speed began or last restarted; `takenBefore` is the
    /// number of bytes that it had taken by then.
    var behindSince = 0
    var takenBefore = 0

    /// The frames and streams of a connection in HTTP/2, which does not use the properties from
    /// here to the state of the socket.
    @safe @exclusivity(unchecked) var http2: HTTP2Session?

    // MARK: - Exchange

    /// The request that is being answered; the next one is read only after this one's answer.
    @safe @exclusivity(unchecked) var exchange: Exchange?
    /// True while an answer to a request without an exchange is about to be sent.
    @safe @exclusivity(unchecked) var isReplying = false
    @safe @exclusivity(unchecked) var requestCount = 0
    /// The unread content that may still be skipped to get to the next request.
    var skippable = 0

    // MARK: - State of the socket

    /// True if requests can be read: the handshake, if any, is over.
    var isReady: Bool
    var isReadable = false
    var isWritable = true
    /// True if the client has said that it sends nothing more.
    var peerHasEnded = false
    /// True if everything that the client has sent has been read.
    var hasReadEnd = false
    /// True while parsing is suspended because there is too much output.
    var isHeldBack = false
    var isFlushScheduled = false
    @safe @exclusivity(unchecked) var ending = Ending.none
    /// True if the client gets time to take the last answer before the connection is closed.
    var lingers = false
    var isDestroyed = false

    // MARK: - Deadlines

    /// True while the time limit of a head runs; at the beginning it does, for the first head.
    var isHeadTimed = true
    @safe @exclusivity(unchecked) var readDeadline = Ticks.never
    @safe @exclusivity(unchecked) var writeDeadline = Ticks.never
    /// The tick at which the timer wheel returns the connection; other entries of the connection
    /// are stale.
    var comesUpAt = Ticks.never

    init(id: ConnectionID, link: consuming Link, peer: Peer, origin: UInt64?) {
        self.id = id
        isReady = link.isReady
        self.link = link
        self.peer = peer
        self.origin = origin
    }

    /// True while a request that was read has no complete answer yet.
    var isAnswering: Bool { exchange != nil || isReplying }

    /// True if there is more to do once an answer has been sent: to read, or to handle the end of
    /// input.
    var mayGoOn: Bool { isReadable || hasReadEnd || !input.isEmpty }

    /// The ID of the exchange for the next request.
    var nextExchangeID: ExchangeID { ExchangeID(connection: id, number: requestCount + 1) }
}
