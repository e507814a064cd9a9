// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire

/// A client's connection, with the state that its reactor keeps.
///
/// Properties that every request changes are `@exclusivity(unchecked)`, for the reason given at
/// ``Reactor``.
final class Connection {
    /// The stages of closing the connection.
    enum Ending {
        case none
        /// The connection is closed when its output has been sent; no more input is read.
        case afterOutput
        /// Nothing more is sent; input is discarded until the client closes.
        case lingering
    }

    let id: ConnectionID
    /// The link that moves the connection's bytes.
    let link: ConnectionStream
    /// The client; the certificate that it presents is set when the handshake is over.
    var peer: Peer
    /// The client's address as a number, for the limit on connections from one address; `nil` if
    /// the connection does not count toward that limit.
    let origin: UInt64?
    /// True for a connection beyond the limit, which may send one vital request, such as a health
    /// check.
    var isExtra = false

    // MARK: - Bytes

    @safe @exclusivity(unchecked) var reader = RequestReader()
    /// Received bytes that could not be parsed yet; the array has no storage while the connection
    /// is idle.
    @safe @exclusivity(unchecked) var input: [UInt8] = []
    @safe @exclusivity(unchecked) var output = OutputQueue()

    /// The number of waiting answer bytes when they were last counted.
    @safe @exclusivity(unchecked) var countedBytes = 0
    /// The tick at which measuring the client's speed began or last restarted; `takenBefore` is the
    /// number of bytes that the client had taken by then.
    var behindSince = 0
    var takenBefore = 0

    /// The HTTP/2 session, if the connection uses HTTP/2; the session's state then replaces the
    /// properties under the mark "Exchange".
    @safe @exclusivity(unchecked) var http2: HTTP2Session?

    // MARK: - Exchange

    /// The request that is being answered; the next request is read only after its answer.
    @safe @exclusivity(unchecked) var exchange: Exchange?
    /// True while an answer to a request without an exchange is about to be sent.
    @safe @exclusivity(unchecked) var isSending = false
    @safe @exclusivity(unchecked) var requestCount = 0
    /// The number of unread content bytes that may still be skipped to reach the next request.
    var skippable = 0

    // MARK: - State of the socket

    /// True if requests can be read, because the TLS handshake is over or there is none.
    var isReady: Bool
    var isReadable = false
    var isWritable = true
    /// True if the client has announced that it sends nothing more.
    var peerHasEnded = false
    /// True if everything that the client sent has been read.
    var hasReadEnd = false
    /// True while parsing is suspended because too much output is waiting.
    var isHeldBack = false
    var isFlushScheduled = false
    @safe @exclusivity(unchecked) var ending = Ending.none
    /// True if the client gets time to receive the last answer before the connection is closed.
    var lingers = false
    var isDestroyed = false

    // MARK: - Deadlines

    /// True while the time limit for a request's head runs; for the first head, it runs from the
    /// start of the connection.
    var isHeadTimed = true
    @safe @exclusivity(unchecked) var readDeadline = Ticks.never
    @safe @exclusivity(unchecked) var writeDeadline = Ticks.never
    /// The tick at which the timer wheel reports the connection; the wheel's other entries for the
    /// connection are outdated.
    var comesUpAt = Ticks.never

    init(id: ConnectionID, link: consuming ConnectionStream, peer: Peer, origin: UInt64?) {
        self.id = id
        isReady = link.isReady
        self.link = link
        self.peer = peer
        self.origin = origin
    }

    /// True while a request that was read has no complete answer yet.
    var isAnswering: Bool { exchange != nil || isSending }

    /// True if there is more to do after an answer has been sent: read, or handle the end of input.
    var mayGoOn: Bool { isReadable || hasReadEnd || !input.isEmpty }

    /// The ID of the exchange for the next request.
    var nextExchangeID: ExchangeID { ExchangeID(connection: id, number: requestCount + 1) }
}
