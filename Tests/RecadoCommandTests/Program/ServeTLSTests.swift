// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import RecadoCommand

@Suite(.timeLimit(.minutes(2))) struct `recado serve over TLS` {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func server(_ options: [String]) async throws -> RunningServer {
        try await RunningServer(database: folder.file("test.sqlite"), in: folder, options: options)
    }

    /// Runs a shell command, and returns its output.
    private func shell(_ script: String) async throws -> String {
        let run = try await ShellRun(script)
        #expect(run.status == 0, "\(script)")
        return run.output
    }

    /// Makes a self-signed certificate and its key.
    private func makeCertificate(_ host: String, _ name: String) async throws {
        let (chain, key) = (folder.file("\(name).pem"), folder.file("\(name).key"))
        _ = try await shell(
            """
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 \
                -subj /CN=\(host) -addext subjectAltName=DNS:\(host) -out \(chain) -keyout \(key) 2>&1
            """
        )
    }

    private func files(_ names: String...) -> [String] {
        names.flatMap {
            ["--tls-certificate", folder.file("\($0).pem"), "--tls-key", folder.file("\($0).key")]
        }
    }

    /// Returns the status that curl gets if it trusts only one certificate, and 000 if it refuses.
    private func status(
        _ server: RunningServer,
        _ host: String,
        knowing name: String
    ) async throws
        -> String
    {
        let run = try await ShellRun(
            """
            curl --silent --output /dev/null --write-out '%{http_code}' --max-time 20 \
                --cacert \(folder.file("\(name).pem")) \
                --resolve \(host):\(server.port):127.0.0.1 https://\(host):\(server.port)/scores.json
            """
        )
        return run.output
    }

    @Test func `the new certificate can be pinned by the printed curl command`() async throws {
        let server = try await server(["--tls-self-signed"])
        #expect(server.banner.contains("Recado serves at https://127.0.0.1:"))
        #expect(server.banner.contains("Clients use https://localhost:"))
        #expect(try server.banner.contains(Regex("SHA-256 ([0-9A-F]{2}:){31}[0-9A-F]{2}\n")))
        let line = try #require(server.banner.firstMatch(of: /Try: (curl .*)/)).1
        let answer = try await shell("\(line) --silent --show-error --include")
        #expect(answer.contains("HTTP/2 200"))
        #expect(!answer.contains("Strict-Transport-Security"))
        let other = String(line).replacing(/sha256\/\/..../, with: "sha256//AAAA")
        let refused = try await ShellRun("\(other) --silent")
        #expect(refused.status == 90)
        server.send(SIGTERM)
        #expect(await server.status() == 0)
    }

    @Test func `the certificate covers this machine's names and the public address`() async throws {
        let server = try await server([
            "--tls-self-signed", "--public-url", "https://192.0.2.77:3443",
        ])
        let file = folder.file("test.sqlite.certificate.pem")
        let names = try await shell("openssl x509 -in \(file) -noout -ext subjectAltName")
        for name in ["DNS:localhost", "IP Address:127.0.0.1", "IP Address:192.0.2.77"] {
            #expect(names.contains(name), "\(names)")
        }
        if let address = LocalNetwork.address { #expect(names.contains(address), "\(names)") }
        let call = "curl -s --cacert \(file) -o /dev/null -w '%{http_code}'"
        let route = "--connect-to 192.0.2.77:3443:127.0.0.1:\(server.port)"
        #expect(try await shell("\(call) \(route) https://192.0.2.77:3443/scores.json") == "200")
        server.send(SIGTERM)
        #expect(await server.status() == 0)
    }

    @Test func `health and metrics are available at the connection limit`() async throws {
        let server = try await server(["--tls-self-signed", "--connections", "1"])
        var held: [RawConnection] = []
        func isAnswered(_ path: String, with expected: String) async throws -> Bool {
            for _ in 0..<5 {
                // A client that does not finish its handshake takes the only connection, for at
                // most ten seconds.
                held.append(try RawConnection(port: server.port))
                try held.last?.send("\u{16}")
                // curl offers HTTP/2 as well as HTTP/1.1.
                let run = try await ShellRun(
                    "curl --insecure --silent --max-time 20 --output /dev/null "
                        + "--write-out '%{http_code} %{http_version}' \(server.url)\(path)"
                )
                if run.output == expected { return true }
            }
            return false
        }
        #expect(try await isAnswered("/health/live", with: "200 1.1"))
        #expect(try await isAnswered("/metrics", with: "200 1.1"))
        #expect(try await isAnswered("/scores.json", with: "503 1.1"))
    }

    @Test func `commands accept the server's certificate with --cacert only`() async throws {
        let server = try await server(["--tls-self-signed"])
        let file = folder.file("test.sqlite.certificate.pem")
        #expect(server.banner.contains("--cacert \(file)"))
        try await makeCertificate("localhost", "other")
        let to = ["--server", server.url]
        let calls = [
            ["scores", "top3"] + to, ["videoclub", "rent", "8", "--user", "test123:test123"] + to,
            ["diagnose", server.url + "/scores.json"],
            ["download", server.url + "/scores.json", "--to", folder.file("s.json")],
            ["diff", server.url + "/scores/openapi.json", server.url + "/scores/openapi.json"],
            ["check", server.url + "/videoclub", "--timeout", "60", "--slow", "60000"],
            ["describe", "swift", "--wsdl", server.url + "/tops3.asmx?wsdl", "--timeout", "60"],
        ]
        for call in calls {
            let run = try await ProgramRun(call + ["--cacert", file])
            #expect(run.status == 0, "\(call): \(run.output)\(run.errors)")
            for wrong in [[], ["--cacert", folder.file("other.pem")]] {
                #expect(try await ProgramRun(call + wrong).status != 0, "\(call + wrong)")
            }
        }
        server.send(SIGTERM)
        #expect(await server.status() == 0)
    }

    @Test func `with --insecure, commands accept any certificate or a pinned one`() async throws {
        let server = try await server(["--tls-self-signed"])
        let pin = try #require(server.banner.firstMatch(of: /sha256\/\/[A-Za-z0-9+\/]{43}=/)).0
        let other = "sha256//YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg="
        let to = ["--server", server.url]
        let calls = [
            ["scores", "top3"] + to, ["diagnose", server.url + "/scores.json"],
            ["diff", server.url + "/scores/openapi.json", server.url + "/scores/openapi.json"],
        ]
        for call in calls {
            for trust in [[], ["--pin", "\(pin)"], ["--pin", other, "--pin", "\(pin)"]] {
                let trust = ["--insecure"] + trust
                let run = try await ProgramRun(call + trust)
                #expect(run.status == 0, "\(call + trust): \(run.errors)")
            }
            for wrong in [["--pin", "\(pin)"], ["--insecure", "--pin", other]] {
                let run = try await ProgramRun(call + wrong)
                #expect(run.status == 3 || run.status == 5, "\(call + wrong): \(run.status)")
            }
        }
        // The server is on this machine, so a password may be sent without checking its
        // certificate.
        let rent = ["videoclub", "rent", "8", "--user", "test123:test123"] + to
        #expect(try await ProgramRun(rent + ["--insecure"]).status == 0)
        server.send(SIGTERM)
        #expect(await server.status() == 0)
    }

    @Test func `no password is sent to another machine that is not verified`() async throws {
        let there = [
            "videoclub", "rent", "1", "--server", "https://nobody.invalid", "--timeout", "5",
        ]
        let user = ["--user", "test123:topsecret"]
        let refused = try await ProgramRun(there + user + ["--insecure"])
        #expect(refused.status == 2 && refused.errors.contains("name its key with --pin"))
        #expect(!refused.errors.contains("secret"))
        let pin = ["--pin", "sha256//YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg="]
        #expect(try await ProgramRun(there + user + ["--insecure"] + pin).status == 3)
        let allowed = there + user + ["--insecure", "--passwords-in-clear"]
        #expect(try await ProgramRun(allowed).status == 3)
        for wrong in [
            ["--pin", "sha256//x"], ["--pin", ""], ["--insecure", "--cacert", "a.pem"],
        ] {
            #expect(try await ProgramRun(there + wrong).status == 2, "\(wrong)")
        }
    }

    @Test(arguments: [
        ["scores", "top3", "--server", "ADDRESS"], ["diagnose", "ADDRESS/scores.json"],
        ["download", "ADDRESS/scores.json"], ["check", "ADDRESS/scores"],
        ["diff", "ADDRESS/scores/openapi.json", "ADDRESS/scores/openapi.json"],
        ["describe", "swift", "--openapi", "ADDRESS/scores/openapi.json"],
    ])
    func `a certificate pin is refused for plain HTTP`(_ call: [String]) async throws {
        let server = try await server([])
        let pin = ["--pin", "sha256//YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg="]
        let arguments = call.map { $0.replacing("ADDRESS", with: server.url) }
        let run = try await ProgramRun(arguments + pin)
        #expect(run.status == 2, "\(run.output)")
        #expect(run.errors.contains("127.0.0.1:\(server.port) is called with http"))
    }

    @Test(arguments: ["nothing.pem", "empty.pem", "", "test.sqlite.apps-key"])
    func `a file without certificates is refused before anything is sent`(
        _ name: String
    ) async throws {
        _ = try folder.newFile("empty.pem")
        try Data((0..<32).map { UInt8($0) }).write(to: folder.url(of: "test.sqlite.apps-key"))
        let words = ["scores", "top3", "--server", "https://nobody.invalid", "--cacert"]
        let run = try await ProgramRun(words + [folder.file(name)])
        #expect(run.status == 2)
        #expect(run.errors.contains("--cacert"))
    }

    @Test func `certificates are selected by server name and reloaded on SIGHUP`() async throws {
        try await makeCertificate("a.example", "a")
        try await makeCertificate("b.example", "b")
        let server = try await server(files("a", "b"))
        #expect(try await status(server, "a.example", knowing: "a") == "200")
        #expect(try await status(server, "b.example", knowing: "b") == "200")
        #expect(try await status(server, "b.example", knowing: "a") == "000")
        _ = try await shell("cp \(folder.file("b.pem")) \(folder.file("old.pem"))")
        try await makeCertificate("b.example", "b")
        server.send(SIGHUP)
        try await wait(for: "The certificates were read again.", from: server)
        #expect(try await status(server, "b.example", knowing: "b") == "200")
        #expect(try await status(server, "b.example", knowing: "old") == "000")
        // If the key belongs to another certificate, the server keeps the certificates that it has.
        _ = try await shell("cp \(folder.file("a.key")) \(folder.file("b.key"))")
        server.send(SIGHUP)
        let path = folder.file("b.key")
        try await wait(
            for: "\(path) is the key of another certificate; the certificates",
            from: server
        )
        #expect(try await status(server, "b.example", knowing: "b") == "200")
        server.send(SIGTERM)
        #expect(await server.status() == 0)
    }

    /// Waits until the server has written `words`; the suite's time limit ends the wait.
    private func wait(for words: String, from server: RunningServer) async throws {
        while try !server.complaints().contains(words) {
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    @Test func `a client without a certificate of a given CA is refused`() async throws {
        try await makeCertificate("a.example", "a")
        try await makeCertificate("client", "c")
        let server = try await server(
            files("a") + ["--tls-client-authorities", folder.file("c.pem")]
        )
        #expect(try await status(server, "a.example", knowing: "a") == "000")
        let answer = try await shell(
            """
            curl --silent --write-out '%{http_code}' --output /dev/null --max-time 20 \
                --cacert \(folder.file("a.pem")) --cert \(folder.file("c.pem")) \
                --key \(folder.file("c.key")) \
                --resolve a.example:\(server.port):127.0.0.1 https://a.example:\(server.port)/scores.json
            """
        )
        #expect(answer == "200")
        server.send(SIGTERM)
        #expect(await server.status() == 0)
    }

    @Test func `a missing key file is named before the database is created`() async throws {
        try await makeCertificate("a.example", "a")
        let database = folder.file("never.sqlite")
        let run = try await ProgramRun([
            "serve", "--port", "0", "--database", database, "--tls-certificate",
            folder.file("a.pem"), "--tls-key", folder.file("missing.key"),
        ])
        #expect(run.status == 1)
        #expect(run.errors.contains("\(folder.file("missing.key")) does not exist"))
        #expect(!FileManager.default.fileExists(atPath: database))
    }

    @Test func `HTTP2 is negotiated in the TLS handshake`() async throws {
        let server = try await server(["--tls-self-signed"])
        let films = "https://localhost:\(server.port)/videoclub/api/v1/catalog"
        let old = try await shell("curl -sk --http1.1 \(films)")
        #expect(old.contains("title"))
        let new = try await shell("curl -sk --http2 -w ' %{http_version}' \(films)")
        #expect(new == old + " 2")
        let load = try await shell("h2load -n 2000 -c 4 -m 16 \(films)")
        #expect(load.contains("2000 succeeded, 0 failed, 0 errored, 0 timeout"))
        server.send(SIGTERM)
        #expect(await server.status() == 0)
    }

    @Test func `an idle TLS connection takes less than 32 kB of memory`() async throws {
        let server = try await server(["--tls-self-signed", "--loops", "1"])
        let program = """
            import socket, ssl
            context = ssl.create_default_context()
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            def connection():
                plain = socket.create_connection(("127.0.0.1", \(server.port)))
                secure = context.wrap_socket(plain)
                secure.sendall(b"GET /nothing HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n")
                assert secure.recv(4096).startswith(b"HTTP/1.1 404")
                return secure
            def kilobytes():
                with open("/proc/\(server.processID)/status") as status:
                    return int(next(l for l in status if l.startswith("VmRSS")).split()[1])
            warm = [connection() for _ in range(50)]
            before = kilobytes()
            idle = [connection() for _ in range(400)]
            print((kilobytes() - before) * 1024 // 400)
            """
        try Data(program.utf8).write(to: folder.url(of: "idle.py"))
        let text = try await shell("python3 \(folder.file("idle.py"))")
        let bytes = try #require(Int(text.filter(\.isNumber)))
        // OpenSSL's own state takes 14 KiB; if idle connections kept their buffers, it would be 48.
        #expect((8_000..<32_000).contains(bytes))
        server.send(SIGTERM)
        #expect(await server.status() == 0)
    }

    @Test func `plain HTTP on the HTTPS port is answered with 400`() async throws {
        let server = try await server(["--tls-self-signed"])
        let answer = try await shell("curl --silent --include http://127.0.0.1:\(server.port)/")
        #expect(answer.contains("400 Bad Request"))
        #expect(answer.contains("this port speaks HTTPS"))
        server.send(SIGTERM)
        #expect(await server.status() == 0)
    }
}
