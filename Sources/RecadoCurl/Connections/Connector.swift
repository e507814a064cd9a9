// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoCurl
import RecadoClient

/// What has libcurl open a connection for a transfer; what is spoken over it is known afterwards.
@safe
final class Connector: SocketOwner, Carrier {
    let opening: Opening
    let origin: String
    private unowned let loop: Loop
    /// Whom the connection is for; `nil` when it is there, or not wanted any more.
    private var transfer: ActiveTransfer?
    /// Whether libcurl reads the authorities that the host is verified by.
    private var readsAuthorities = true
    /// Whether there will be no connection.
    private(set) var hasFailed = false

    var handle: EasyHandle { opening.handle }
    var isConnected: Bool { opening.isOpen }
    var isReused: Bool { false }

    init?(_ transfer: ActiveTransfer, handle: EasyHandle, loop: Loop) {
        guard let opening = Opening(handle, in: loop) else { return nil }
        (self.opening, self.loop, self.transfer) = (opening, loop, transfer)
        let request = transfer.transfer.request
        origin = request.origin
        opening.owner = self
        transfer.carrier = self
        handle.transfer = transfer
        handle.direct(transfer, loop.options)
        unsafe handle.set(CURLOPT_SHARE, to: UnsafeRawPointer(loop.addresses))
        guard request.isSecure else { return }
        let authorities = handle.setup.readAuthorities(at: loop.now)
        readsAuthorities = authorities == nil
        opening.secure(
            Handshake(offersHTTP2: loop.options.offersHTTP2, authorities: authorities)
        )
        if !readsAuthorities { handle.forgetAuthorities() }
    }

    func opened(_ code: CURLcode) {
        guard let transfer else { return }
        guard opening.isOpen else {
            hasFailed = true
            return loop.finish(transfer, with: .failure(transfer.error(for: code)))
        }
        if let handshake = opening.handshake {
            transfer.notes.applicationProtocol = handshake.applicationProtocol
            if readsAuthorities { handle.setup.note(handshake.authorities, at: loop.now) }
        } else {
            opening.detach()
        }
        self.transfer = nil
        loop.use(self, for: transfer)
        handle.transfer = nil
    }

    func attend(_ events: Int32) {}

    func resume(_ transfer: ActiveTransfer) {}

    func timings(of transfer: ActiveTransfer) -> PhaseTimings {
        ExchangeMarks().timings(of: transfer, over: opening, isReused: false, version: .http11)
    }

    func release(_ transfer: ActiveTransfer) {
        guard self.transfer === transfer else { return }
        self.transfer = hasFailed ? nil : loop.pool.takeWaiting(origin)
        handle.transfer = self.transfer
        // Who has waited for a connection may have this one.
        self.transfer?.carrier = self
        if self.transfer == nil { loop.abandon(self) }
    }
}
