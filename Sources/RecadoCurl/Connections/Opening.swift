// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoCurl
import Glibc
import RecadoClient

/// What uses a socket of its own in the loop.
protocol SocketOwner: AnyObject {
    /// What opens its connection.
    var opening: Opening { get }
    /// Takes note that the connection is there, or that libcurl could not open it.
    func opened(_ code: CURLcode)
    /// Takes note of events on its socket, or of a round in which it wanted to go on.
    func attend(_ events: Int32)
}

/// A connection that libcurl opens, through proxies and TLS, and whose bytes are the owner's; it lives on the
/// loop's thread alone.
///
/// It has a multi handle of its own. Among connections that other transfers use, libcurl would take this
/// one for idle, and close it for its age or for bytes that nobody has read.
@safe
final class Opening {
    let handle: EasyHandle
    /// The socket, once the connection is there.
    private(set) var socket: Int32 = -1
    /// Whether the connection is there.
    var isOpen: Bool { socket >= 0 }
    /// When libcurl wants to be called while it connects.
    private(set) var wakeUp: ContinuousClock.Instant?
    unowned let loop: Loop
    /// Who uses the connection.
    unowned var owner: (any SocketOwner)?
    private let multi: UnsafeMutableRawPointer
    /// Whether libcurl has let the connection go.
    private(set) var isDetached = false
    /// What is settled with the host beside TLS.
    private(set) var handshake: Handshake?

    init?(_ handle: EasyHandle, in loop: Loop) {
        guard let multi = unsafe curl_multi_init() else { return nil }
        unsafe self.multi = multi
        (self.handle, self.loop) = (handle, loop)
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe recado_curl_multi_set_pointer(multi, CURLMOPT_SOCKETDATA, context)
        unsafe recado_curl_multi_set_socket_callback(multi) { _, socket, what, context, _ in
            unsafe Opening.from(context)?.watch(socket, what)
            return 0
        }
        unsafe recado_curl_multi_set_pointer(multi, CURLMOPT_TIMERDATA, context)
        unsafe recado_curl_multi_set_timer_callback(multi) { _, milliseconds, context in
            unsafe Opening.from(context)?.setTimer(milliseconds)
            return 0
        }
        setUp()
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> Opening? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged.fromOpaque(context).takeUnretainedValue()
    }

    private func setUp() {
        handle.clearError()
        handle.set(CURLOPT_CONNECT_ONLY, to: true)
        handle.set(CURLOPT_HTTP_VERSION, to: CURL_HTTP_VERSION_1_1)
        // libcurl must not take it for a connection whose request is over.
        handle.set(CURLOPT_FORBID_REUSE, to: false)
        // A proxy is asked for a tunnel, even to a server without TLS.
        handle.set(CURLOPT_HTTPPROXYTUNNEL, to: true)
        // No request is sent, which that callback would forbid.
        unsafe recado_curl_set_prerequest_callback(handle.pointer, nil)
        handle.isForOthers = true
    }

    /// Lets TLS settle which version of HTTP is spoken.
    func secure(_ handshake: Handshake) {
        self.handshake = handshake
        handshake.settle(over: handle)
    }

    /// Whether HTTP/2 is spoken over the connection.
    var speaksHTTP2: Bool { handshake?.speaksHTTP2 ?? handle.setup.options.assumesHTTP2 }

    /// Begins to connect; `false` when libcurl refuses.
    func start() -> Bool {
        unsafe curl_multi_add_handle(multi, handle.pointer) == CURLM_OK
    }

    /// Closes the connection, which calls back to the loop; nothing else may be done with it afterwards.
    func close() {
        if isOpen { watch(socket, CURL_POLL_REMOVE) }
        if isDetached { loop.close(socket) } else { letGo() }
        (socket, wakeUp) = (-1, nil)
    }

    /// Takes a connection without TLS from libcurl, whose descriptors and memory are free then.
    ///
    /// Without a free descriptor the connection stays as it is.
    func detach() {
        let copy = fcntl(socket, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { return }
        watch(socket, CURL_POLL_REMOVE)
        loop.surrender(socket)
        letGo()
        (socket, isDetached) = (copy, true)
        loop.adopt(copy)
    }

    private func letGo() {
        unsafe curl_multi_remove_handle(multi, handle.pointer)
        unsafe curl_multi_cleanup(multi)
    }

    // MARK: - Connecting

    private func watch(_ socket: Int32, _ what: Int32) {
        if let owner { loop.watch(socket, what, for: owner) }
    }

    private func setTimer(_ milliseconds: Int) {
        wakeUp = milliseconds < 0 || isOpen ? nil : loop.now + .milliseconds(milliseconds)
    }

    /// Lets libcurl go on connecting if it is time.
    func performTimer() {
        guard let time = wakeUp, time <= loop.now else { return }
        wakeUp = nil
        act(on: recado_curl_socket_timeout, 0)
    }

    /// Lets libcurl go on connecting.
    func act(on socket: Int32, _ what: Int32) {
        var running: Int32 = 0
        unsafe curl_multi_socket_action(multi, socket, what, &running)
        var code = CURLE_OK
        guard unsafe recado_curl_next_finished(multi, &code) != nil else { return }
        let socket = unsafe recado_curl_get_socket(handle.pointer)
        if code == CURLE_OK { (self.socket, wakeUp) = (socket, nil) }
        owner?.opened(code)
    }
}
