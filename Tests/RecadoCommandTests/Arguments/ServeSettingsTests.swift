// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoServer
import Testing

@testable import RecadoCommand

@Suite struct `Settings of recado serve` {
    private func settings(_ words: String...) throws -> ServeSettings {
        var reader = ArgumentReader(ServeCommand.command)
        for word in words { try reader.read(word) }
        return try ServeSettings(reader.arguments)
    }

    @Test func `default to both loopback addresses, or to IPv4 if IPv6 fails`() throws {
        let addresses = try settings().addresses.map { $0.map(\.description) }
        #expect(addresses == [["127.0.0.1:3000", "[::1]:3000"], ["127.0.0.1:3000"]])
    }

    @Test func `use one loopback address if the system chooses the port`() throws {
        let addresses = try settings("--port", "0").addresses.map { $0.map(\.description) }
        #expect(addresses == [["127.0.0.1:0"]])
    }

    @Test(arguments: [
        ("0.0.0.0", "0.0.0.0:3000"), ("::", "[::]:3000"), ("[::1]", "[::1]:3000"),
        ("localhost", "127.0.0.1:3000"), ("unix:/tmp/recado.sock", "unix:/tmp/recado.sock"),
    ])
    func `use the given listen address`(_ address: String, _ expected: String) throws {
        let addresses = try settings("--address", address).addresses
        #expect(addresses.map { $0.map(\.description) } == [[expected]])
    }

    @Test func `give each database the standbys and the direct address of its own`() throws {
        let url = "postgresql://club.example/"
        let place = try settings(
            "--database",
            url + "a",
            "--shard",
            url + "b",
            "--shard",
            url + "c",
            "--replica",
            url + "a2",
            "--replica",
            url + "b2",
            "--database-direct",
            url + "a1"
        ).databasePlace()
        let all = [place] + place.shards
        #expect(all.map(\.place) == [url + "a", url + "b", url + "c"])
        #expect(all.map(\.replica) == [url + "a2", url + "b2", nil])
        #expect(all.map(\.direct) == [url + "a1", nil, nil])
    }

    @Test(arguments: [
        ["--address", "example.org"], ["--address="], ["--address", "1.2.3"], ["--port", "65536"],
        ["--port", "-1"], ["--loops", "0"], ["--database="],
        ["--database-direct", "postgresql:///club"], ["--replica", "postgresql:///club"],
        ["--shard", "postgresql:///club"], ["--database", "postgresql:///club", "--shard", "club"],
        ["--public-url", "ftp://x"],
        ["--public-url", "localhost:3000"], ["--public-url", "http://x/?a=b"], ["--public-url="],
        ["--slow", "0"], ["--metrics", "nobody"], ["--trusted-proxy", "10.0.0.1/8"],
        ["--connections", "0"], ["--connections-per-address", "many"], ["--requests", "-1"],
        ["--waiting", "0"], ["--waiting", "99999999999999999999"],
        ["--forwarded"], ["--log=xml"], ["--tls-certificate", "a"], ["--tls-key", "a"],
        ["--tls-certificate=", "--tls-key", "a"],
        ["--tls-self-signed", "--tls-certificate", "a", "--tls-key", "b"],
        ["--tls-client-authorities", "a"],
        ["--tls-certificate", "a", "--tls-key", "b", "--tls-key", "c"],
        ["--public-url", "http://x/" + String(repeating: "a", count: 200)],
    ])
    func `refuse invalid options`(_ words: [String]) {
        let failure = #expect(throws: CommandError.self) {
            var reader = ArgumentReader(ServeCommand.command)
            for word in words { try reader.read(word) }
            _ = try ServeSettings(reader.arguments)
        }
        #expect(failure?.code == 2)
    }

    @Test func `remove the trailing slash of the public URL`() throws {
        #expect(try settings("--public-url", "https://x.org/a/").publicURL == "https://x.org/a")
    }

    @Test(arguments: [
        ("http://localhost:3000", false), ("https://LOCALHOST.", false),
        ("http://127.0.0.1", false),
        ("http://[::1]:3000/", false), ("http://club.localhost", false), ("https://x.org", true),
        ("http://192.0.2.1:3000", true), ("http://localhost.x.org", true), ("http://[::2]", true),
    ])
    func `are public if the public URL is not a loopback address`(
        _ url: String,
        _ isPublic: Bool
    ) throws {
        let settings = try settings("--public-url", url)
        #expect(settings.isPublic(at: [.loopback(port: 3_000)]) == isPublic)
        #expect(settings.isDemonstration(at: [.loopback(port: 3_000)]) != isPublic)
        let demo = try self.settings("--public-url", url, "--demo")
        #expect(demo.isDemonstration(at: [.loopback(port: 3_000)]))
    }

    @Test func `pair certificates and keys in order`() throws {
        let settings = try settings(
            "--tls-certificate",
            "a.pem",
            "--tls-certificate",
            "b.pem",
            "--tls-key",
            "a.key",
            "--tls-key",
            "b.key",
            "--tls-client-authorities",
            "clients.pem"
        )
        var expected = TLSConfiguration(certificates: [
            .init(chain: .file("a.pem"), key: .file("a.key")),
            .init(chain: .file("b.pem"), key: .file("b.key")),
        ])
        expected.clientCertificates = .required(authorities: .file("clients.pem"))
        #expect(settings.security == .files(expected))
        #expect(try settings.makeTLS().0 == expected)
        #expect(!settings.takesSecretsInClear)
    }

    @Test func `set the given limits and keep the default of others`() throws {
        var expected = ServerConfiguration.Limits()
        #expect(try settings().limits == expected)
        expected.requests = 5
        expected.waiting = .milliseconds(250)
        #expect(try settings("--requests", "5", "--waiting", "250").limits == expected)
        expected = ServerConfiguration.Limits()
        expected.connections = 7
        expected.connectionsPerAddress = 3
        expected.requestsPerAddress = 5
        expected.pendingBytes = 9
        let counts = ["--connections=7", "--connections-per-address=3"]
        let others = ["--requests-per-address=5", "--pending-bytes=9"]
        #expect(try settings(counts[0], counts[1], others[0], others[1]).limits == expected)
    }

    @Test func `use HTTP without TLS by default`() throws {
        #expect(try settings().security == .none)
        #expect(try settings("--tls-self-signed").security == .selfSigned(authorities: nil))
        #expect(try settings("--passwords-in-clear").takesSecretsInClear)
    }

    @Test func `a clock that differs from the database's is reported`() {
        func words(_ skew: Duration) -> [String] {
            ServeCommand.clock(ahead: skew).map(\.description)
        }
        #expect(words(.zero) == [] && words(.seconds(-2)) == [])
        #expect(words(.milliseconds(3_900)).first?.contains("3 s ahead") == true)
        #expect(words(.seconds(-400)).first?.contains("400 s behind") == true)
    }
}
