// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoCurl
import Glibc
import RecadoClient

/// A connection that libcurl has opened and that others than HTTP use; it lives on the loop's thread alone.
///
/// It has a multi handle of its own. Among connections that other transfers use, libcurl would take this
/// one for idle, and close it for its age or for bytes that nobody has read.
@safe
final class ActiveLine {
    let line: Line
    private unowned let loop: Loop
    private let multi: UnsafeMutableRawPointer
    private let easy: EasyHandle
    /// The socket, once the connection is there.
    private var socket: Int32 = -1
    /// Whether the connection is there.
    var isConnected: Bool { socket >= 0 }
    /// When libcurl wants to be called while it connects.
    private(set) var wakeUp: ContinuousClock.Instant?
    /// What is being sent, at a place that stays.
    ///
    /// OpenSSL wants bytes that it could not send to be there still when it tries again.
    private var output: [UInt8] = []
    /// How much of it has been sent.
    private var sentCount = 0
    private var isInputHeld = false

    /// What is read at once: what one record of TLS holds, four times.
    private static let pieceSize = 65_536
    /// After so many pieces others have their turn.
    private static let pieceLimit = 8

    init?(_ line: Line, easy: EasyHandle, loop: Loop) {
        guard let multi = unsafe curl_multi_init() else { return nil }
        unsafe self.multi = multi
        (self.line, self.easy, self.loop) = (line, easy, loop)
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe recado_curl_multi_set_pointer(multi, CURLMOPT_SOCKETDATA, context)
        unsafe recado_curl_multi_set_socket_callback(multi) { _, socket, what, context, _ in
            unsafe ActiveLine.from(context)?.watch(socket, what)
            return 0
        }
        unsafe recado_curl_multi_set_pointer(multi, CURLMOPT_TIMERDATA, context)
        unsafe recado_curl_multi_set_timer_callback(multi) { _, milliseconds, context in
            unsafe ActiveLine.from(context)?.setTimer(milliseconds)
            return 0
        }
        setUp()
    }

    /// Closes the connection, which calls back to the loop; nothing else may be done with it afterwards.
    func shutDown() {
        socket = -1
        unsafe curl_multi_remove_handle(multi, easy.pointer)
        unsafe curl_multi_cleanup(multi)
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> ActiveLine? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged.fromOpaque(context).takeUnretainedValue()
    }

    private func setUp() {
        easy.clearError()
        easy.direct(to: line.request, through: loop.options.proxies)
        easy.set(CURLOPT_CERTINFO, to: !easy.setup.options.pins.isEmpty)
        easy.set(CURLOPT_CONNECT_ONLY, to: true)
        easy.set(CURLOPT_HTTP_VERSION, to: CURL_HTTP_VERSION_1_1)
        // libcurl must not take it for a connection whose request is over.
        easy.set(CURLOPT_FORBID_REUSE, to: false)
        // A proxy is asked for a tunnel, even to a server without TLS.
        easy.set(CURLOPT_HTTPPROXYTUNNEL, to: true)
        easy.setConnectTimeout(line.connectTimeout)
        // No request is sent, which that callback would forbid.
        unsafe recado_curl_set_prerequest_callback(easy.pointer, nil)
    }

    // MARK: - Connecting

    func start() {
        guard unsafe curl_multi_add_handle(multi, easy.pointer) == CURLM_OK else {
            return loop.end(self, with: .failure(TransportError(.failed, "libcurl refused")))
        }
    }

    private func watch(_ socket: Int32, _ what: Int32) {
        loop.watch(socket, what, for: self)
    }

    private func setTimer(_ milliseconds: Int) {
        wakeUp = milliseconds < 0 || self.socket >= 0 ? nil : loop.now + .milliseconds(milliseconds)
    }

    /// Lets libcurl go on connecting if it is time.
    func performTimer() {
        guard let time = wakeUp, time <= loop.now else { return }
        wakeUp = nil
        act(on: recado_curl_socket_timeout, 0)
    }

    private func act(on socket: Int32, _ what: Int32) {
        var running: Int32 = 0
        unsafe curl_multi_socket_action(multi, socket, what, &running)
        var code = CURLE_OK
        if unsafe recado_curl_next_finished(multi, &code) != nil { connected(code) }
    }

    private func connected(_ code: CURLcode) {
        let socket = unsafe recado_curl_get_socket(easy.pointer)
        guard code == CURLE_OK, socket >= 0 else {
            return loop.end(self, with: .failure(error(for: code, .connecting)))
        }
        (self.socket, wakeUp) = (socket, nil)
        line.opened()
        attend()
    }

    private func error(
        for code: CURLcode,
        _ phase: TransportError.Phase
    ) -> TransportError {
        easy.error(for: code, code.kind(in: phase), from: line.request.authority)
    }

    // MARK: - Bytes

    /// Takes note of an event on one of the sockets.
    func handle(_ events: Int32, on socket: Int32) {
        if self.socket < 0 { act(on: socket, events) } else { attend() }
    }

    /// Reads and writes as much as is possible without waiting.
    func attend() {
        guard socket >= 0 else { return }
        isInputHeld = !line.wantsInput
        guard send(), receive() else { return }
        var events: Int32 = 0
        if !isInputHeld { events |= CURL_POLL_IN }
        if sentCount < output.count { events |= CURL_POLL_OUT }
        loop.watch(socket, events == 0 ? CURL_POLL_REMOVE : events, for: self)
    }

    /// Sends what is to be sent; returns whether the line goes on.
    func send() -> Bool {
        while true {
            if sentCount == output.count {
                (output, sentCount) = (line.takeOutput(), 0)
                if output.isEmpty { return true }
            }
            var count = 0
            let code = unsafe output.withUnsafeBufferPointer { bytes in
                let rest = bytes.extracting(sentCount...)
                return unsafe curl_easy_send(easy.pointer, rest.baseAddress, rest.count, &count)
            }
            guard code == CURLE_OK || code == CURLE_AGAIN else {
                loop.end(self, with: .failure(error(for: code, .sending)))
                return false
            }
            if code == CURLE_AGAIN || count == 0 { return true }
            sentCount += count
            line.sent(count)
        }
    }

    /// Receives what is there; returns whether the line goes on.
    private func receive() -> Bool {
        for _ in 0..<Self.pieceLimit where !isInputHeld {
            var (count, code) = (0, CURLE_OK)
            let piece = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceSize) {
                room,
                filled in
                code = unsafe curl_easy_recv(
                    easy.pointer,
                    room.baseAddress,
                    Self.pieceSize,
                    &count
                )
                filled = code == CURLE_OK ? count : 0
            }
            if code == CURLE_AGAIN { return true }
            guard code == CURLE_OK, !piece.isEmpty else {
                let isEnd = code == CURLE_OK
                let failure = isEnd ? nil : error(for: code, .receiving)
                loop.end(self, with: failure.map { .failure($0) } ?? .success(()))
                return false
            }
            isInputHeld = !line.deliver(piece, limit: loop.options.contentBuffer)
        }
        // TLS may hold bytes of which the socket tells nothing.
        if !isInputHeld { loop.attendAgain(self) }
        return true
    }
}
