// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoCurl
import Glibc
import RecadoClient

/// A connection that libcurl has opened and that others than HTTP use; it lives on the loop's thread alone.
@safe
final class ActiveLine: SocketOwner {
    let line: Line
    let opening: Opening
    private unowned let loop: Loop
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

    init?(_ line: Line, handle: EasyHandle, loop: Loop) {
        guard let opening = Opening(handle, in: loop) else { return nil }
        (self.line, self.opening, self.loop) = (line, opening, loop)
        opening.owner = self
        handle.direct(to: line.request, through: loop.options.proxies)
        handle.set(CURLOPT_CERTINFO, to: !handle.setup.options.pins.isEmpty)
        handle.setConnectTimeout(line.connectTimeout)
    }

    // MARK: - Connecting

    func start() {
        if opening.start() { return }
        loop.end(self, with: .failure(TransportError(.failed, "libcurl refused")))
    }

    func opened(_ code: CURLcode) {
        guard opening.isOpen else {
            return loop.end(self, with: .failure(error(for: code, .connecting)))
        }
        line.opened()
        attend()
    }

    private func error(
        for code: CURLcode,
        _ phase: TransportError.Phase
    ) -> TransportError {
        opening.handle.error(for: code, code.kind(in: phase), from: line.request.authority)
    }

    // MARK: - Bytes

    func attend(_ events: Int32) { attend() }

    /// Reads and writes as much as is possible without waiting.
    func attend() {
        guard opening.isOpen else { return }
        isInputHeld = !line.wantsInput
        guard send(), receive() else { return }
        var events: Int32 = 0
        if !isInputHeld { events |= CURL_POLL_IN }
        if sentCount < output.count { events |= CURL_POLL_OUT }
        loop.watch(opening.socket, events == 0 ? CURL_POLL_REMOVE : events, for: self)
    }

    /// Sends what is to be sent; returns whether the line goes on.
    func send() -> Bool {
        while true {
            if sentCount == output.count {
                (output, sentCount) = (line.takeOutput(), 0)
                if output.isEmpty { return true }
            }
            var count = 0
            let pointer = unsafe opening.handle.pointer
            let code = unsafe output.withUnsafeBufferPointer { bytes in
                let rest = bytes.extracting(sentCount...)
                return unsafe curl_easy_send(pointer, rest.baseAddress, rest.count, &count)
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
            let pointer = unsafe opening.handle.pointer
            let piece = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceSize) {
                room,
                filled in
                code = unsafe curl_easy_recv(
                    pointer,
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
