// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoTLS
import RecadoWire
import Testing

@Suite struct `TLS sessions` {
    @Test(arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func `negotiate a version and a protocol, and verify the certificate`(version: Int32) throws {
        let pair = try SessionPair(.init(protocols: ["h2", "http/1.1"], version: version))
        #expect(pair.client.handshake() == .wantsRead)
        #expect(!pair.client.isEstablished)
        let results = pair.shakeHands()
        #expect(results.client == .done)
        #expect(results.server == .done)
        #expect(pair.client.versionName == "TLSv1.3")
        #expect(pair.client.applicationProtocol == "h2")
        #expect(pair.server.applicationProtocol == "h2")
        #expect(pair.client.verifyCode == X509_V_OK)
        #expect(pair.client.peerChain.map(\.subject) == ["CN=shop.example"])
        #expect(pair.client.peerCertificate?.issuer == "CN=shop.example")
        #expect(pair.server.peerChain.isEmpty)
        #expect(!pair.client.isResumed)
        let chain = pair.client.peerChain
        #expect(try X509Certificate.digest(of: #require(chain.first).der) == chain[0].fingerprint)
        #expect(X509Certificate.digest(of: chain[0].publicKeyInfo) == chain[0].publicKeyDigest)
    }

    @Test func `carry bytes in both directions right after the handshake`() throws {
        let pair = try SessionPair()
        pair.shakeHands()
        // At this time the client has not read the server's session tickets yet.
        #expect(pair.server.send(Array("welcome".utf8), from: 2, isLast: true) == .bytes(5))
        #expect(SessionPair.drain(pair.client).bytes == Array("lcome".utf8))
        #expect(pair.client.send(Array("hello".utf8), from: 0, isLast: true) == .bytes(5))
        let (bytes, last) = SessionPair.drain(pair.server)
        #expect(bytes == Array("hello".utf8))
        #expect(last == .wouldBlock)
    }

    @Test func `carry more bytes than fit into the socket buffer`() throws {
        let pair = try SessionPair()
        pair.shakeHands()
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 11) }
        var received: [UInt8] = []
        var (sent, mustWait) = (0, 0)
        while sent < bytes.count {
            switch pair.server.send(bytes, from: sent, isLast: true) {
            case .bytes(let count): sent += count
            case .wouldBlock:
                mustWait += 1
                received += SessionPair.drain(pair.client).bytes
            case .ended, .failed:
                Issue.record("lost")
                return
            }
        }
        received += SessionPair.drain(pair.client).bytes
        #expect(mustWait > 0)
        #expect(received == bytes)
    }

    @Test func `distinguish an end with close_notify from truncation`() throws {
        let polite = try SessionPair()
        polite.shakeHands()
        _ = SessionPair.drain(polite.client)
        #expect(polite.server.sendCloseNotify())
        polite.vanish()
        #expect(SessionPair.drain(polite.client).last == .ended)
        #expect(!polite.client.isTruncated)
        let rude = try SessionPair()
        rude.shakeHands()
        _ = rude.server.send([1, 2, 3], from: 0, isLast: true)
        rude.vanish()
        let (bytes, last) = SessionPair.drain(rude.client)
        #expect(bytes == [1, 2, 3])
        // Without close_notify the received bytes may be incomplete.
        #expect(last == .failed(0))
        #expect(rude.client.isTruncated)
    }

    @Test func `report what is wrong with a certificate`() throws {
        let unknown = try SessionPair(.init(isTrusted: false))
        #expect(unknown.shakeHands().client == .failed("self-signed certificate"))
        #expect(unknown.client.verifyCode == X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT)
        #expect(unknown.client.peerCertificate == nil)
        #expect(unknown.client.peerChain.isEmpty)
        let other = try SessionPair(.init(host: "bank.example"))
        #expect(other.shakeHands().client == .failed("hostname mismatch"))
        let old = try SessionPair(.init(validity: -7_200 ... -3_600))
        #expect(old.shakeHands().client == .failed("certificate has expired"))
        #expect(old.client.failure == "certificate has expired")
        #expect(SessionPair.drain(old.client).last == .failed(0))
    }

    @Test func `fail if the peer does not use TLS or closes the connection`() throws {
        let plain = try SessionPair()
        #expect(plain.client.handshake() == .wantsRead)
        plain.sendPlain("HTTP/1.1 400 Bad Request\r\n\r\n")
        #expect(plain.client.handshake() == .failed("wrong version number"))
        #expect(!plain.client.isPlaintext)
        let gone = try SessionPair()
        #expect(gone.client.handshake() == .wantsRead)
        gone.vanish()
        guard case .failed = gone.client.handshake() else {
            Issue.record("no failure")
            return
        }
    }
}

@Suite struct `PEM data` {
    @Test func `without a certificate or a valid key are refused`() {
        #expect(throws: PEMError.noCertificate) { try PEM(Array("nothing".utf8)).certificates() }
        #expect(throws: PEMError.noKey) { try PEM(Array("nothing".utf8)).privateKey() }
        #expect(throws: PEMError.unreadable(code: 2)) { try PEM(file: "/nowhere/key.pem") }
        let damaged = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"
        #expect(throws: PEMError.malformed) { try PEM(Array(damaged.utf8)).privateKey() }
    }

    @Test func `yield an encrypted private key only with its passphrase`() throws {
        let text = Array(Self.encryptedKey.utf8)
        #expect(throws: PEMError.encryptedKey) { try PEM(text).privateKey() }
        #expect(throws: PEMError.encryptedKey) { try PEM(text).privateKey(passphrase: "wrong") }
        _ = try PEM(text).privateKey(passphrase: "secret")
    }

    private static let encryptedKey = """
        -----BEGIN ENCRYPTED PRIVATE KEY-----
        MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAj8X59O1PVxmQICCAAw
        DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEKIWMdrPCXgbpUBQrL4RtQQEgZAJ
        62YuIUOcKBCXtBTTTQlQQW2YgNfK70Fd7EzPIbd/eMgEw68Aw5NqEQidEkzAyUy9
        qJDl4iYnTLj4Bp1Dgzg+0UN5D8ilGLgs30ymp+RtGQ+6BIDMJ7/lMNSEqD1z3SGt
        FsOojg3r0suNaxuEkVNe7tEFfehzkbeuCI+RJ+fhd+ueyD7S5+B5pLeqxTxDvOg=
        -----END ENCRYPTED PRIVATE KEY-----

        """
}
