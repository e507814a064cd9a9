// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoCurl
import Glibc
import RecadoClient
import RecadoHTTP

/// A connection over which the loop itself speaks HTTP/1.1, one request after another; libcurl has opened it.
///
/// Sending and receiving go on at once: an answer may come before the request has ended.
@safe
final class HostConnection: SocketOwner, Carrier {
    let opening: Opening
    let authority: String
    unowned let loop: Loop
    /// What the connection carries; `nil` while it is idle.
    private(set) var transfer: ActiveTransfer?
    /// When the connection fell idle the last time.
    private(set) var idleSince: ContinuousClock.Instant
    private let created: ContinuousClock.Instant
    private(set) var isReused = false

    // What is being sent.
    var output: [UInt8] = []
    var sentCount = 0
    var rest = RequestRest.nothing
    /// Whether the system takes no more at the moment.
    var isBlocked = false

    // What is being received.
    var reader: ReplyReader
    /// What has come and was not taken yet.
    var input: [UInt8] = []
    /// Whether nothing stands in the way of another request.
    var isUsable = true
    var marks = Marks()

    /// What is left to send of a request, behind what is being sent.
    enum RequestRest {
        case nothing
        /// So many bytes of content.
        case content(Int)
        case chunks
    }

    /// When a request was begun and answered, and its bytes.
    struct Marks {
        var ready: ContinuousClock.Instant?
        var answered: ContinuousClock.Instant?
        var bytesSent = 0
        var bytesReceived = 0
    }

    init?(_ transfer: ActiveTransfer, handle: EasyHandle, loop: Loop) {
        guard let opening = Opening(handle, in: loop) else { return nil }
        (self.opening, self.loop, self.transfer) = (opening, loop, transfer)
        authority = transfer.transfer.request.authority
        (created, idleSince) = (loop.now, loop.now)
        reader = ReplyReader(limit: loop.options.headLimit)
        opening.owner = self
        transfer.carrier = self
        handle.transfer = transfer
        handle.direct(transfer, loop.options)
        unsafe handle.set(CURLOPT_SHARE, to: UnsafeRawPointer(loop.addresses))
    }

    var handle: EasyHandle { opening.handle }
    var isConnected: Bool { opening.isOpen }
    var socket: Int32 { opening.socket }

    // MARK: - Transfers

    func opened(_ code: CURLcode) {
        guard let transfer else { return loop.close(self) }
        guard opening.isOpen else {
            return loop.finish(transfer, with: .failure(transfer.error(for: code)))
        }
        opening.detach()
        begin(transfer)
    }

    /// Carries a transfer, now that the one before is over.
    func carry(_ transfer: ActiveTransfer) {
        isReused = true
        self.transfer = transfer
        transfer.carrier = self
        begin(transfer)
    }

    private func begin(_ transfer: ActiveTransfer) {
        handle.transfer = nil
        guard transfer.beginAttempt() else {
            let failure = transfer.failure ?? TransportError(.failed)
            return loop.finish(transfer, with: .failure(failure))
        }
        reader = ReplyReader(limit: loop.options.headLimit)
        marks = Marks(ready: loop.now)
        (isUsable, isBlocked) = (true, false)
        (output, sentCount) = (transfer.transfer.request.message, 0)
        switch transfer.transfer.request.payload {
        case .upload(let upload): rest = upload.length.map { .content($0) } ?? .chunks
        default: rest = .nothing
        }
        send(transfer)
    }

    func attend(_ events: Int32) {
        // A server has nothing to say to nobody: it has closed the connection, or is not to be trusted.
        guard let transfer else { return loop.close(self) }
        if events & CURL_CSELECT_OUT != 0 { send(transfer) }
        if events & CURL_CSELECT_IN != 0, self.transfer === transfer { receive(transfer) }
    }

    func resume(_ transfer: ActiveTransfer) {
        // What has been held back is seen to when the connection is there.
        guard opening.isOpen else { return }
        if !transfer.isSendPaused { send(transfer) }
        if !transfer.isReceivePaused, self.transfer === transfer { receiveAgain(transfer) }
    }

    /// Listens for what the transfer waits for.
    func listen(_ transfer: ActiveTransfer) {
        guard self.transfer === transfer else { return }
        var events: Int32 = 0
        if !transfer.isReceivePaused { events |= CURL_POLL_IN }
        if isBlocked { events |= CURL_POLL_OUT }
        loop.watch(socket, events == 0 ? CURL_POLL_REMOVE : events, for: self)
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
    func lose(_ transfer: ActiveTransfer, _ number: Int32) {
        isUsable = false
        // The server did not want the rest of the request.
        if reader.isComplete { return loop.finish(transfer, with: .success(())) }
        let reason = number == 0 ? "the connection ended" : Self.text(of: number)
        let isUntouched = isReused && marks.bytesReceived == 0
        guard isUntouched, transfer.prepareRepetition() else {
            let rest = isUntouched ? ", and the request is not repeated" : ""
            let place = marks.bytesReceived == 0 ? " without an answer" : " within the answer"
            return fail(
                transfer,
                TransportError(.connectionLost, "\(authority): \(reason)\(place)\(rest)")
            )
        }
        // A kept connection may end at any time (RFC 9112 §9.3.1).
        (self.transfer, transfer.carrier) = (nil, nil)
        loop.close(self)
        loop.open(transfer)
    }

    private static func text(of number: Int32) -> String {
        var text = [CChar](repeating: 0, count: 128)
        let count = text.count
        guard unsafe strerror_r(number, &text, count) == 0 else { return "error \(number)" }
        return String(
            decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
    }

    func release(_ transfer: ActiveTransfer) {
        guard self.transfer === transfer else { return }
        self.transfer = nil
        handle.transfer = nil
        guard isUsable, hasSent, reader.isComplete, opening.isOpen else { return loop.close(self) }
        (output, input, idleSince) = ([], [], loop.now)
        loop.watch(socket, CURL_POLL_IN, for: self)
        loop.free(self)
    }

    /// Whether the connection may carry another transfer.
    func isFresh(at now: ContinuousClock.Instant) -> Bool {
        if idleSince + Self.idleTime <= now { return false }
        if let lifetime = loop.options.connectionLifetime, created + lifetime <= now {
            return false
        }
        var byte: UInt8 = 0
        let count = unsafe recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
        return count < 0 && errno == EAGAIN
    }

    /// How long a connection is kept idle, a little less than the two minutes after which many servers close it.
    static let idleTime = Duration.seconds(118)

    // MARK: - Timings

    func timings(of transfer: ActiveTransfer) -> PhaseTimings {
        let now = ContinuousClock.now
        var timings = PhaseTimings()
        let sought = max(transfer.notes.sought ?? now, transfer.transfer.start)
        let ready = marks.ready ?? now
        if !isReused {
            let resolved = Duration.microseconds(handle.measure(CURLINFO_NAMELOOKUP_TIME_T))
            let spent = max(.zero, sought.duration(to: ready))
            // Without an address all the time was spent on looking for one.
            timings.nameResolution =
                resolved == .zero && !isConnected ? spent : min(resolved, spent)
            timings.connect = spent - timings.nameResolution
        }
        timings.bytesSent = marks.bytesSent
        timings.bytesReceived = marks.bytesReceived
        guard marks.ready != nil else { return timings }
        timings.firstByte = ready.duration(to: marks.answered ?? now)
        timings.content = marks.answered.map { $0.duration(to: now) } ?? .zero
        timings.isConnectionReused = isReused
        if marks.answered != nil { timings.version = transfer.isOldVersion ? .http10 : .http11 }
        timings.remoteAddress = handle.text(CURLINFO_PRIMARY_IP)
        timings.remotePort = handle.number(CURLINFO_PRIMARY_PORT)
        return timings
    }
}
