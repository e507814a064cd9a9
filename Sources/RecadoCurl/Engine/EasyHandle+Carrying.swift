// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoCurl
import RecadoClient
import RecadoHTTP

extension EasyHandle: Carrier {
    var handle: EasyHandle { self }

    var isConnected: Bool { measure(CURLINFO_PRETRANSFER_TIME_T) != 0 }

    var isReused: Bool { number(CURLINFO_NUM_CONNECTS) == 0 }

    /// Makes the request of a transfer the next one.
    func carry(_ transfer: ActiveTransfer, _ options: CurlTransport.Options) {
        self.transfer = transfer
        transfer.carrier = self
        direct(transfer, options)
        let request = transfer.transfer.request
        set(CURLOPT_REQUEST_TARGET, to: target(of: request))
        set(CURLOPT_HTTP_VERSION, to: version(for: request, options))
        setFields(request.fieldLines)
        setContent(of: request)
    }

    /// Directs the handle to the server of a transfer, with all that is to be known of the way there.
    func direct(_ transfer: ActiveTransfer, _ options: CurlTransport.Options) {
        clearError()
        setRemarks(transfer.isObserved)
        direct(to: transfer.transfer.request, through: options.proxies)
        if let proxy { transfer.transfer.report?.report(.proxied(proxy.description)) }
        // For listeners, and for the error about pins, which names those that the host presented.
        set(CURLOPT_CERTINFO, to: !setup.options.pins.isEmpty || transfer.isObserved)
        setConnectTimeout(transfer.transfer.timeouts.connect)
    }

    /// The target as it is sent: a proxy that sends requests on needs to know the host, too.
    private func target(of request: PreparedRequest) -> String {
        guard isForwarded else { return request.target }
        // RFC 9112 §3.2.4: a proxy makes a star of a URI without a path.
        return request.origin.dropLast() + (request.target == "*" ? "" : request.target)
    }

    private func version(for request: PreparedRequest, _ options: CurlTransport.Options) -> Int {
        if request.isSecure {
            return options.offersHTTP2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1
        }
        let isAssumed = setup.options.assumesHTTP2 && !isForwarded
        return isAssumed ? CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE : CURL_HTTP_VERSION_1_1
    }

    /// Whether its connection is one of libcurl's, in HTTP/1.1 without TLS, over which nothing comes unasked.
    var isSilent: Bool {
        guard let transfer, !isForOthers else { return false }
        return !transfer.transfer.request.isSecure && !setup.options.assumesHTTP2
            && proxy?.kind != .https
    }

    private func setContent(of request: PreparedRequest) {
        var method: String? = request.method.name
        set(CURLOPT_HTTPGET, to: true)
        switch request.payload {
        case .none:
            if request.method == .get { method = nil }
            if request.method == .head {
                set(CURLOPT_NOBODY, to: true)
                method = nil
            }
        case .bytes(let bytes):
            set(CURLOPT_POST, to: true)
            set(CURLOPT_POSTFIELDSIZE_LARGE, toSize: bytes.count)
            unsafe bytes.withUnsafeBytes { bytes in
                // Without an address, libcurl would ask for the content of an empty request.
                unsafe withUnsafePointer(to: 0) { nothing in
                    let address = unsafe bytes.baseAddress ?? UnsafeRawPointer(nothing)
                    unsafe set(CURLOPT_COPYPOSTFIELDS, to: address)
                }
            }
        case .upload(let upload):
            set(CURLOPT_UPLOAD, to: true)
            set(CURLOPT_INFILESIZE_LARGE, toSize: upload.length ?? -1)
        }
        set(CURLOPT_CUSTOMREQUEST, to: method)
    }

    // MARK: - While it lasts

    func resume(_ transfer: ActiveTransfer) {
        var paused = CURLPAUSE_CONT
        if transfer.isReceivePaused { paused |= CURLPAUSE_RECV }
        if transfer.isSendPaused { paused |= CURLPAUSE_SEND }
        unsafe curl_easy_pause(pointer, paused)
    }

    func timings(of transfer: ActiveTransfer) -> PhaseTimings {
        let now = ContinuousClock.now
        let sought = transfer.notes.sought ?? now
        return timings(spent: max(sought, transfer.transfer.start).duration(to: now))
    }

    func release(_ transfer: ActiveTransfer) {
        loop?.takeBack(self)
    }
}
