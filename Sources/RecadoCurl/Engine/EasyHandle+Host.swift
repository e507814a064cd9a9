// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoCurl
import RecadoClient
import RecadoHTTP

extension EasyHandle {
    /// Sets what is the same for every request to a host.
    func setUp(_ setup: HostSetup, _ options: CurlTransport.Options) {
        setUpVerification(setup)
        setUpIdentity(setup)
        if case .file(let path) = options.proxies.trust.authorities {
            set(CURLOPT_PROXY_CAINFO, to: path)
        }
        if let authorities = setup.proxyAuthorities {
            setBlob(CURLOPT_PROXY_CAINFO_BLOB, to: authorities)
        }
        let oldest =
            options.minimumTLSVersion == .tls13
            ? CURL_SSLVERSION_TLSv1_3 : CURL_SSLVERSION_TLSv1_2
        set(CURLOPT_SSLVERSION, to: Int(oldest))
        set(CURLOPT_PROXY_SSLVERSION, to: Int(oldest))
        set(CURLOPT_UNIX_SOCKET_PATH, to: setup.options.unixSocket)
        if let place = setup.options.connectsTo {
            // Any host and any port are directed there; without a port, to the same one.
            let port = Authority.port(of: place).map { "\($0)" } ?? ""
            setConnectTo("::\(Authority.host(of: place)):\(port)")
        }
        if setup.options.assumesHTTP2, Self.losesPlainHTTP2 {
            set(CURLOPT_FRESH_CONNECT, to: true)
            set(CURLOPT_FORBID_REUSE, to: true)
        }
        if let address = options.localAddress { set(CURLOPT_INTERFACE, to: "host!\(address)") }
        if let lifetime = options.connectionLifetime {
            let seconds = (lifetime / .seconds(1)).rounded(.up)
            // For libcurl, zero is no limit.
            set(CURLOPT_MAXLIFETIME_CONN, to: Int(min(max(seconds, 1), Double(Int32.max))))
        }
    }

    /// Whether a second request on a connection of HTTP/2 without TLS fails, as it does in 7.88.0 and
    /// 7.88.1 (https://github.com/curl/curl/issues/10634).
    private static let losesPlainHTTP2: Bool = {
        let version = unsafe curl_version_info(CURLVERSION_FIRST)?.pointee.version_num ?? 0
        return (0x07_58_00...0x07_58_01).contains(version)
    }()

    private func setUpVerification(_ setup: HostSetup) {
        set(CURLOPT_SSL_VERIFYPEER, to: setup.isVerified)
        set(CURLOPT_SSL_VERIFYHOST, to: setup.isVerified ? 2 : 0)
        if case .file(let path) = setup.options.trust.authorities { set(CURLOPT_CAINFO, to: path) }
        if let authorities = setup.authorities { setBlob(CURLOPT_CAINFO_BLOB, to: authorities) }
        // With a folder of certificates, libcurl would read all of them again for every connection;
        // what it has read from a file it keeps for a day.
        set(CURLOPT_CAPATH, to: nil as String?)
        set(CURLOPT_PROXY_CAPATH, to: nil as String?)
        let pins = setup.options.pins
        if pins.isEmpty { return }
        set(CURLOPT_PINNEDPUBLICKEY, to: pins.map(\.description).joined(separator: ";"))
    }

    /// Keeps libcurl from reading authorities that have been read before.
    func forgetAuthorities() {
        set(CURLOPT_CAINFO, to: nil as String?)
        unsafe set(CURLOPT_CAINFO_BLOB, to: nil as UnsafeRawPointer?)
    }

    private func setUpIdentity(_ setup: HostSetup) {
        guard let identity = setup.options.identity, let certificate = setup.certificate else {
            return
        }
        setBlob(CURLOPT_SSLCERT_BLOB, to: certificate)
        if let key = setup.key {
            set(CURLOPT_SSLCERTTYPE, to: "PEM")
            set(CURLOPT_SSLKEYTYPE, to: "PEM")
            setBlob(CURLOPT_SSLKEY_BLOB, to: key)
        } else {
            set(CURLOPT_SSLCERTTYPE, to: "P12")
        }
        // Without a passphrase, OpenSSL would ask for one on the terminal.
        set(CURLOPT_KEYPASSWD, to: identity.passphrase ?? "")
    }

    private func setBlob(_ option: CURLoption, to blob: HostSetup.Blob) {
        guard let bytes = unsafe blob.bytes.baseAddress else { return }
        unsafe recado_curl_set_blob(pointer, option, bytes, blob.bytes.count)
    }

    // MARK: - Proxies

    /// Directs the handle to the host of a request, through the proxy that is meant for it.
    func direct(to request: PreparedRequest, through rules: ProxyRules) {
        guard setOrigin(request.origin) else { return }
        let proxy = rules.proxy(
            host: Authority.host(of: request.authority),
            port: Authority.port(of: request.authority) ?? (request.isSecure ? 443 : 80),
            isSecure: request.isSecure
        )
        setProxy(proxy, isSecure: request.isSecure)
    }

    /// Sends requests through a proxy from now on, or through none.
    func setProxy(_ proxy: ProxyServer?) {
        // An empty text keeps libcurl from reading http_proxy and its like.
        set(CURLOPT_PROXY, to: proxy?.address ?? "")
        set(CURLOPT_PROXYUSERNAME, to: proxy?.credentials?.user)
        set(CURLOPT_PROXYPASSWORD, to: proxy?.credentials?.password)
    }

    /// Sets what is the same for all proxies.
    func setUpProxies() {
        setProxy(nil)
        set(CURLOPT_NOPROXY, to: "")
        set(CURLOPT_PROXYAUTH, to: recado_curl_auth_basic)
        // The fields of a request are the host's business, and those of the proxy's answer nobody's.
        set(CURLOPT_HEADEROPT, to: Int(CURLHEADER_SEPARATE))
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, to: true)
        set(CURLOPT_PROXY_SSL_VERIFYPEER, to: true)
        set(CURLOPT_PROXY_SSL_VERIFYHOST, to: 2)
    }

    // MARK: - Errors

    /// The error for what libcurl says, which a host is to blame for.
    func error(
        for code: CURLcode,
        _ kind: TransportError.Kind,
        from authority: String
    ) -> TransportError {
        if code == CURLE_SSL_PINNEDPUBKEYNOTMATCH {
            let pins = presentedPins.map(\.description).joined(separator: ", ")
            let found = pins.isEmpty ? "none" : pins
            let detail = "\(authority): no pinned public key; the host presented \(found)"
            return TransportError(.tls, detail)
        }
        return TransportError(kind, "\(authority): \(message(for: code))")
    }

    /// What libcurl says about an error, or else what it says of all of its kind.
    func message(for code: CURLcode) -> String {
        let message = errorMessage
        return unsafe message.isEmpty ? String(cString: curl_easy_strerror(code)) : message
    }
}
