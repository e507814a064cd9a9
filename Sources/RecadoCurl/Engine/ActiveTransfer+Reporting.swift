// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoCurl
import RecadoClient
import RecadoHTTP

/// What a transfer has noticed of its connection, for whoever wants to know.
struct ConnectionNotes {
    /// When libcurl began to look for a connection.
    var sought: ContinuousClock.Instant?
    /// Whether listeners know of the connection.
    var isConnectedReported = false
    /// What libcurl said of TLS.
    var tlsVersion: String?
    var applicationProtocol: String?
    /// The bytes of content so far.
    var contentCount = 0
}

extension ActiveTransfer {
    /// Notes that the address of a host is looked for.
    func beginResolving() {
        noteSearch()
        transfer.report?.report(.resolving(host: transfer.request.authority))
    }

    /// Notes that a connection is opened.
    @unsafe
    func beginConnecting(to address: UnsafePointer<curl_sockaddr>) {
        noteSearch()
        guard let report = transfer.report, report.isObserved else { return }
        report.report(.connecting(address: unsafe Self.text(of: address)))
    }

    private func noteSearch() {
        if notes.sought == nil { notes.sought = loop.now }
    }

    /// Takes what libcurl says about its doings, of which only listeners want to know.
    ///
    /// The wording is libcurl's and may change. What is not recognised is told when the request is
    /// sent, without the particulars.
    func receiveRemark(_ remark: String) {
        if let rest = remark.removingPrefix("Connected to ") {
            guard let open = rest.firstIndex(of: "("), let close = rest.firstIndex(of: ")"),
                open < close
            else { return }
            let host = String(rest[rest.index(after: open)..<close])
            let port = rest[close...].split(separator: " ").drop { $0 != "port" }.dropFirst().first
            reportConnection(Self.text(host: host, port: port.flatMap { Int($0) } ?? 0))
        } else if let rest = remark.removingPrefix("SSL connection using ") {
            notes.tlsVersion = rest.split(separator: " ").first.map(String.init)
        } else if let rest = remark.removingPrefix("ALPN: server accepted ") {
            notes.applicationProtocol = rest.split(separator: " ").first.map(String.init)
        }
    }

    private func reportConnection(_ address: String, isReused: Bool = false) {
        notes.isConnectedReported = true
        transfer.report?.report(.connected(address: address, isReused: isReused))
    }

    /// Notes that there is a connection and the request is being sent.
    func beginSending() {
        guard let carrier else { return }
        let handle = carrier.handle
        if notes.sought == nil {
            let spent = max(
                handle.measure(CURLINFO_CONNECT_TIME_T),
                handle.measure(CURLINFO_APPCONNECT_TIME_T)
            )
            notes.sought = loop.now - .microseconds(carrier.isReused ? 0 : spent)
        }
        guard let report = transfer.report, report.isObserved else { return }
        if !notes.isConnectedReported {
            let host = handle.text(CURLINFO_PRIMARY_IP) ?? ""
            let address = Self.text(host: host, port: handle.number(CURLINFO_PRIMARY_PORT))
            reportConnection(address, isReused: carrier.isReused)
        }
        if !carrier.isReused, transfer.request.isSecure {
            report.report(
                .secured(version: notes.tlsVersion, protocol: notes.applicationProtocol)
            )
            let certificates = handle.presentedCertificates
            if !certificates.isEmpty { report.report(.certificates(certificates)) }
        }
        report.report(.sending)
    }

    /// Notes where the time went, while the handle still knows.
    func noteTimings() {
        guard transfer.report != nil else { return }
        var timings = carrier?.timings(of: self) ?? PhaseTimings()
        let sought = max(notes.sought ?? .now, transfer.start)
        timings.queue = transfer.start.duration(to: sought)
        self.timings = timings
    }

    /// Tells listeners what is about to be delivered, and the trace of its end.
    func report(_ arrival: Transfer.Arrival) {
        guard let report = transfer.report else { return }
        if let status = arrival.head?.status { report.report(.answered(status)) }
        if !arrival.bytes.isEmpty {
            notes.contentCount += arrival.bytes.count
            report.report(.content(bytes: notes.contentCount))
        }
        guard let end = arrival.end else { return }
        var failure: TransportError?
        if case .failure(let error) = end { failure = error }
        report.end(timings ?? PhaseTimings(), trailers: trailers, failure: failure)
    }

    // MARK: - Addresses

    private static func text(host: String, port: Int) -> String {
        if host.isEmpty { return "a local socket" }
        return host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    private static func text(of address: UnsafePointer<curl_sockaddr>) -> String {
        var host = [CChar](repeating: 0, count: 64)
        var port = [CChar](repeating: 0, count: 8)
        let (hostSize, portSize) = (host.count, port.count)
        guard
            unsafe recado_curl_name_address(address, &host, hostSize, &port, portSize) == 0
        else { return Self.text(host: "", port: 0) }
        let number = Int(String(decodingNulTerminated: port)) ?? 0
        return Self.text(host: String(decodingNulTerminated: host), port: number)
    }
}

extension String {
    /// The text before the NUL byte.
    init(decodingNulTerminated characters: [CChar]) {
        let bytes = characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        self.init(decoding: bytes, as: UTF8.self)
    }

    fileprivate func removingPrefix(_ prefix: String) -> Substring? {
        hasPrefix(prefix) ? dropFirst(prefix.count) : nil
    }
}
