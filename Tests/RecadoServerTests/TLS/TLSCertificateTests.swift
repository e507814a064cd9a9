// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CTestTLS
import Glibc
import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `Server certificates` {
    private static let get = "GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n"
    private let authority: TestAuthority

    init() throws { authority = try TestAuthority() }

    private func options(_ host: String? = "shop.example") -> TLSClient.Options {
        .init(host: host, authority: authority.issued)
    }

    // MARK: - Names

    @Test(arguments: [
        "a.example": true, "A.EXAMPLE": true, "b.example": true, "www.b.example": true,
        "x.c.example": true, "c.example": false, "y.x.c.example": false, "other.example": false,
    ])
    func `the requested server name selects the certificate`(
        host: String,
        isKnown: Bool
    ) async throws {
        let tls = TLSConfiguration(
            try authority.server("a.example"),
            try authority.server("b.example", "www.b.example"),
            try authority.server("*.c.example")
        )
        let configuration = ServerConfiguration.testing { $0.tls = tls }
        try await withServer(configuration, handler: .mirror) { port in
            if isKnown {
                // OpenSSL on the client's side compares the name with the certificate.
                let client = try TLSClient.connected(to: port, options(host))
                try client.send(Self.get)
                #expect(try client.answer().status == 200)
            } else {
                let first = try TLSClient.connected(to: port, options("a.example"))
                var any = options(host)
                any.authority = nil
                let client = try TLSClient.connected(to: port, any)
                #expect(client.serverDigest == first.serverDigest)
            }
        }
    }

    @Test func `a client without a server name gets the first certificate`() async throws {
        let tls = TLSConfiguration(
            try authority.server("a.example"),
            try authority.server("b.example")
        )
        let configuration = ServerConfiguration.testing { $0.tls = tls }
        try await withServer(configuration, handler: .mirror) { port in
            let first = try TLSClient.connected(to: port, options("a.example"))
            let client = try TLSClient.connected(to: port, options(nil))
            #expect(client.serverDigest == first.serverDigest)
        }
    }

    @Test func `the whole certificate chain is sent`() async throws {
        var maker = CertificateMaker(commonName: "Intermediate Authority")
        maker.isAuthority = true
        maker.issuer = authority.issued
        let middle = try maker.make()
        var leafMaker = CertificateMaker(commonName: "shop", names: ["DNS:shop.example"])
        leafMaker.issuer = middle
        let leaf = try leafMaker.make()
        let configuration = ServerConfiguration.testing {
            $0.tls = TLSConfiguration(
                chain: .bytes(leaf.certificate + middle.certificate),
                key: .bytes(leaf.key)
            )
        }
        try await withServer(configuration, handler: .mirror) { port in
            _ = try TLSClient.connected(to: port, options())
        }
    }

    @Test func `a self-signed certificate works for clients that trust it`() async throws {
        let made = try TLSConfiguration.SelfSigned(hosts: ["shop.example", "127.0.0.1", "::1", "é"])
        #expect(made.fingerprint.utf8.count == 95)
        #expect(Base64.decode(made.publicKeyPin)?.count == 32)
        let configuration = ServerConfiguration.testing {
            $0.tls = TLSConfiguration(certificates: [made.certificate])
        }
        guard case .bytes(let text) = made.certificate.chain else { return }
        try await withServer(configuration, handler: .mirror) { port in
            let known = CertificateMaker.Issued(certificate: text, key: [])
            let client = try TLSClient.connected(to: port, .init(authority: known))
            try client.send(Self.get)
            let answer = try client.answer()
            #expect(answer.status == 200)
            #expect(answer.fields["strict-transport-security"] == nil)
            #expect(throws: TestClient.Failure.self) {
                try TLSClient.connected(to: port, options())
            }
        }
    }

    // MARK: - Reloading

    @Test func `a reload affects new connections and keeps open ones`() async throws {
        let folder = try TestFolder()
        let first = try authority.server("shop.example")
        try folder.write(first)
        let configuration = ServerConfiguration.testing { $0.tls = folder.configuration }
        let server = Server(configuration, handler: FunctionHandler.mirror)
        let port = try await server.start()[0].port ?? 0
        let old = try TLSClient.connected(to: port, options())
        try old.send(Self.get)
        #expect(try old.answer().status == 200)
        try folder.write(try authority.server("shop.example"))
        try server.reloadTLS()
        let new = try TLSClient.connected(to: port, options())
        #expect(new.serverDigest != old.serverDigest)
        for client in [old, new] {
            try client.send(Self.get)
            #expect(try client.answer().status == 200)
        }
        await server.shutdown(grace: .zero)
    }

    @Test func `a failed reload reports the error and changes nothing`() async throws {
        let folder = try TestFolder()
        try folder.write(try authority.server("shop.example"))
        let configuration = ServerConfiguration.testing { $0.tls = folder.configuration }
        let server = Server(configuration, handler: FunctionHandler.mirror)
        let port = try await server.start()[0].port ?? 0
        let old = try TLSClient.connected(to: port, options())
        try folder.write("", to: "key.pem")
        let error = #expect(throws: ServerError.self) { try server.reloadTLS() }
        let path = folder.path + "/key.pem"
        #expect(error?.description == "\(path) has no private key in PEM form")
        let new = try TLSClient.connected(to: port, options())
        #expect(new.serverDigest == old.serverDigest)
        await server.shutdown(grace: .zero)
    }

    @Test func `a reload without TLS is an error`() async throws {
        let server = Server(.testing(), handler: FunctionHandler.mirror)
        try await server.start()
        #expect(throws: ServerError.noTLS) { try server.reloadTLS() }
        await server.shutdown(grace: .zero)
    }

    // MARK: - Faults

    enum Fault: String, CaseIterable {
        case missing, folder, empty, noKey, swapped, damaged, otherKey, encrypted, expired, early
    }

    @Test(arguments: Fault.allCases)
    func `a server with invalid files does not start and names them`(fault: Fault) async throws {
        let folder = try TestFolder()
        let expected = try spoil(folder, by: fault)
        let configuration = ServerConfiguration.testing { $0.tls = folder.configuration }
        let server = Server(configuration, handler: FunctionHandler.mirror)
        let error = await #expect(throws: ServerError.self) { try await server.start() }
        let text = error?.description ?? ""
        #expect(text == expected || expected.hasSuffix(" ") && text.hasPrefix(expected), "\(text)")
    }

    /// Fills a folder with files that do not belong together, and returns the expected message.
    private func spoil(_ folder: TestFolder, by fault: Fault) throws -> String {
        let (one, other) = (try authority.server("a.example"), try authority.server("a.example"))
        try folder.write(one)
        let (chain, key) = (folder.path + "/chain.pem", folder.path + "/key.pem")
        switch fault {
        case .missing:
            folder.remove("key.pem")
            return "\(key) does not exist"
        case .folder:
            folder.replaceByFolder("chain.pem")
            return "\(chain) cannot be read: system error 21"
        case .empty:
            try folder.write("", to: "chain.pem")
            return "\(chain) has no certificate in PEM form"
        case .noKey:
            try folder.write("no key\n", to: "key.pem")
            return "\(key) has no private key in PEM form"
        case .swapped:
            try folder.write(String(decoding: one.key, as: UTF8.self), to: "chain.pem")
            return "\(chain) has no certificate in PEM form"
        case .damaged:
            var text = String(decoding: one.certificate, as: UTF8.self)
            text.replace("M", with: "N", maxReplacements: 3)
            try folder.write(text, to: "chain.pem")
            return "\(chain) has a damaged certificate or key"
        case .otherKey:
            try folder.write(String(decoding: other.key, as: UTF8.self), to: "key.pem")
            return "\(key) is the key of another certificate"
        case .encrypted:
            try folder.write(Self.encryptedKey, to: "key.pem")
            return "\(key) has an encrypted key; decrypt it and guard the file instead"
        case .expired:
            try folder.write(try authority.server("a.example", validity: -900...(-600)))
            return "\(chain) has a certificate that expired on "
        case .early:
            try folder.write(try authority.server("a.example", validity: 600...900))
            return "\(chain) has a certificate that is not valid before "
        }
    }

    /// An encrypted P-256 key whose password is not given.
    private static let encryptedKey = """
        -----BEGIN ENCRYPTED PRIVATE KEY-----
        MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAj7KCnNDn18qwICCAAw
        DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEECSc2E8ZUeFtSo7JGx73xMMEgZC4
        ISsCqz+OhYWylTpAFb9idOrzhqvhtADBEWb348JoccyrvARwjchUQq/hjBsAlnAc
        33HZTAIw4s5Vck8NKBhm3wxlabSmNneOuYTMxbxoOCu63Szo6bF0/2eLcxTu+Hh1
        rCOD1/XPBjxT1W3uIB9Vh0kS6KWNhtZpAFh4UGtwX42CnaafSKu84qcOdkE8vfY=
        -----END ENCRYPTED PRIVATE KEY-----

        """

    @Test func `a configuration without certificates is refused`() async throws {
        let configuration = ServerConfiguration.testing {
            $0.tls = TLSConfiguration(certificates: [])
        }
        let server = Server(configuration, handler: FunctionHandler.mirror)
        let error = await #expect(throws: ServerError.self) { try await server.start() }
        #expect(error?.description == "the list of certificates has no certificate in PEM form")
    }

    // MARK: - Resumption

    /// Connects, sends a request, and returns the TLS session so that it can be resumed.
    private func session(_ port: UInt16, _ options: TLSClient.Options) throws -> TLSClient.Session?
    {
        let client = try TLSClient.connected(to: port, options)
        try client.send(Self.get)
        #expect(try client.answer().status == 200)
        return client.session
    }

    @Test(arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func `sessions are resumed, even after a reload`(version: Int32) async throws {
        let server = Server(try .secure(authority), handler: FunctionHandler.mirror)
        let port = try await server.start()[0].port ?? 0
        var options = options()
        options.version = version
        options.session = try session(port, options)
        let client = try TLSClient.connected(to: port, options)
        #expect(client.isResumed)
        try client.send(Self.get)
        #expect(try client.answer().status == 200)
        try server.reloadTLS()
        let reloaded = try TLSClient.connected(to: port, options)
        #expect(reloaded.isResumed)
        await server.shutdown(grace: .zero)
        // Another server has other ticket keys.
        try await withServer(.secure(authority), handler: .mirror) { port in
            let client = try TLSClient.connected(to: port, options)
            #expect(!client.isResumed)
        }
    }

    @Test func `sessions are resumed on any event loop`() async throws {
        let configuration = try ServerConfiguration.secure(authority) { $0.loops = 3 }
        try await withServer(configuration, handler: .mirror) { port in
            var options = options()
            options.session = try session(port, options)
            for _ in 0..<12 {
                let client = try TLSClient.connected(to: port, options)
                #expect(client.isResumed)
            }
        }
    }
}

/// A folder with a certificate and its key, which is removed after the test.
final class TestFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/recado-tls-XXXXXX".utf8CString)
        let made = unsafe template.withUnsafeMutableBufferPointer { buffer -> String? in
            guard let base = buffer.baseAddress, let made = unsafe mkdtemp(base) else { return nil }
            return unsafe String(cString: made)
        }
        path = try #require(made)
    }

    deinit {
        for name in ["chain.pem", "key.pem"] {
            remove(name)
            _ = unsafe rmdir(path + "/" + name)
        }
        _ = unsafe rmdir(path)
    }

    var configuration: TLSConfiguration {
        TLSConfiguration(chain: .file(path + "/chain.pem"), key: .file(path + "/key.pem"))
    }

    func write(_ issued: CertificateMaker.Issued) throws {
        try write(String(decoding: issued.certificate, as: UTF8.self), to: "chain.pem")
        try write(String(decoding: issued.key, as: UTF8.self), to: "key.pem")
    }

    func write(_ text: String, to name: String) throws {
        let descriptor = unsafe open(path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer { _ = close(descriptor) }
        try #require(unsafe Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count)
    }

    func remove(_ name: String) { _ = unsafe unlink(path + "/" + name) }

    func replaceByFolder(_ name: String) {
        remove(name)
        _ = unsafe mkdir(path + "/" + name, 0o700)
    }
}
