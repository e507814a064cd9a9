// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoCurl
import RecadoClient
import RecadoHTTP

/// A connection over which the loop itself speaks HTTP/1.1, one request after another.
///
/// Sending and receiving go on at once: an answer may come before the request has ended.
@safe
final class HTTP1Connection: PooledConnection, Carrier {
    let opening: Opening
    let origin: String
    unowned let loop: Loop
    /// What the connection carries; `nil` while it is idle.
    @safe @exclusivity(unchecked) private(set) var transfer: ActiveTransfer?
    @safe @exclusivity(unchecked) private(set) var idleSince: ContinuousClock.Instant
    let created: ContinuousClock.Instant
    @safe @exclusivity(unchecked) private(set) var isReused = false

    // What is being sent.
    @safe @exclusivity(unchecked) var output: [UInt8] = []
    @safe @exclusivity(unchecked) var sentCount = 0
    @safe @exclusivity(unchecked) var rest = RequestRest.nothing
    /// Whether the system takes no more at the moment.
    @safe @exclusivity(unchecked) var isBlocked = false

    // What is being received.
    @safe @exclusivity(unchecked) var reader: ReplyReader
    /// What has come and was not taken yet.
    @safe @exclusivity(unchecked) var input: [UInt8] = []
    /// How the connection ended while the reader received from it.
    @safe @exclusivity(unchecked) var lostLoan: Passage?
    /// Whether the loop will attend to it, whether there is an event or not.
    @safe @exclusivity(unchecked) var isPostponed = false
    /// Whether nothing stands in the way of another request.
    @safe @exclusivity(unchecked) var isUsable = true
    @safe @exclusivity(unchecked) var marks = ExchangeMarks()

    /// What is left to send of a request, behind what is being sent.
    enum RequestRest {
        case nothing
        /// So many bytes of content.
        case content(Int)
        case chunks
    }

    init(_ opening: Opening, of transfer: ActiveTransfer, loop: Loop) {
        (self.opening, self.loop, self.transfer) = (opening, loop, transfer)
        origin = transfer.transfer.request.origin
        (created, idleSince) = (loop.now, loop.now)
        reader = ReplyReader(limit: loop.options.headLimit)
        opening.owner = self
        transfer.carrier = self
    }

    var handle: EasyHandle { opening.handle }
    var isConnected: Bool { opening.isOpen }
    /// Whether bytes may have come of which the socket tells nothing.
    var isSecure: Bool { opening.handshake != nil }

    // MARK: - Transfers

    func opened(_ code: CURLcode) {}

    /// Carries a transfer, now that the one before is over.
    func carry(_ transfer: ActiveTransfer) {
        isReused = true
        self.transfer = transfer
        transfer.carrier = self
        begin(transfer)
    }

    /// Begins with the request.
    func begin(_ transfer: ActiveTransfer) {
        guard transfer.beginAttempt() else {
            let failure = transfer.failure ?? TransportError(.failed)
            return loop.finish(transfer, with: .failure(failure))
        }
        reader = ReplyReader(limit: loop.options.headLimit)
        marks = ExchangeMarks(ready: loop.now)
        (isUsable, isBlocked, lostLoan) = (true, false, nil)
        (output, sentCount) = (transfer.transfer.request.message, 0)
        switch transfer.transfer.request.payload {
        case .upload(let upload): rest = upload.length.map { .content($0) } ?? .chunks
        default: rest = .nothing
        }
        send(transfer)
    }

    func attend(_ events: Int32) {
        if events == 0 { isPostponed = false }
        // A server has nothing to say to nobody: it has closed the connection, or is not to be trusted.
        guard let transfer else {
            // Over TLS there may be news that are not HTTP's, such as tickets for another session.
            return isSecure && opening.isQuiet ? () : loop.close(self)
        }
        if events & CURL_CSELECT_OUT != 0 { send(transfer) }
        // Without an event, bytes wait that have been decrypted.
        if events & CURL_CSELECT_IN != 0 || events == 0, self.transfer === transfer {
            receive(transfer)
        }
    }

    func resume(_ transfer: ActiveTransfer) {
        if !transfer.isSendPaused { send(transfer) }
        if !transfer.isReceivePaused, self.transfer === transfer { receiveAgain(transfer) }
    }

    /// Listens for what the transfer waits for.
    func listen(_ transfer: ActiveTransfer) {
        guard self.transfer === transfer else { return }
        var events: Int32 = 0
        if !transfer.isReceivePaused { events |= CURL_POLL_IN }
        if isBlocked { events |= CURL_POLL_OUT }
        loop.watch(opening.socket, events == 0 ? CURL_POLL_REMOVE : events, for: self)
    }

    // MARK: - Ends

    /// Whether everything has been sent that will be.
    var hasSent: Bool {
        guard sentCount == output.count else { return false }
        if case .nothing = rest { return true }
        return false
    }

    /// Takes note that the whole answer is there.
    func answered(_ transfer: ActiveTransfer) {
        // A refusal is the end of it; after another answer the server may still want the rest.
        guard hasSent || transfer.isRefused else { return listen(transfer) }
        isUsable = isUsable && hasSent && transfer.keepsConnection
        loop.finish(transfer, with: .success(()))
    }

    func fail(_ transfer: ActiveTransfer, _ error: TransportError) {
        isUsable = false
        loop.finish(transfer, with: .failure(error))
    }

    /// Takes note that the connection has ended without an answer, or within it.
    func lose(
        _ transfer: ActiveTransfer,
        _ kind: TransportError.Kind = .connectionLost,
        _ reason: String = "the connection ended"
    ) {
        isUsable = false
        // The server did not want the rest of the request.
        if reader.isComplete { return loop.finish(transfer, with: .success(())) }
        let isUntouched = isReused && marks.bytesReceived == 0
        guard isUntouched, transfer.prepareRepetition() else {
            let rest = isUntouched ? ", and the request is not repeated" : ""
            let place = marks.bytesReceived == 0 ? " without an answer" : " within the answer"
            let authority = transfer.transfer.request.authority
            return fail(transfer, TransportError(kind, "\(authority): \(reason)\(place)\(rest)"))
        }
        // A kept connection may end at any time (RFC 9112 §9.3.1).
        (self.transfer, transfer.carrier) = (nil, nil)
        loop.close(self)
        loop.carry(transfer)
    }

    func release(_ transfer: ActiveTransfer) {
        guard self.transfer === transfer else { return }
        self.transfer = nil
        guard isUsable, hasSent, reader.isComplete, transfer.keepsConnection, opening.isOpen
        else { return loop.close(self) }
        (output, input, idleSince) = ([], [], loop.now)
        loop.watch(opening.socket, CURL_POLL_IN, for: self)
        loop.free(self)
    }

    func isFresh(at now: ContinuousClock.Instant) -> Bool {
        !isStale(at: now) && !isOld(at: now) && opening.isQuiet
    }

    func timings(of transfer: ActiveTransfer) -> PhaseTimings {
        let version: PhaseTimings.Version = transfer.isOldVersion ? .http10 : .http11
        return marks.timings(of: transfer, over: opening, isReused: isReused, version: version)
    }
}
