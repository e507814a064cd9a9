// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HelloServing
import RecadoClient
import RecadoCurl
import RecadoHTTP

/// Calls by SOAP beside the same calls in JSON, and our client beside zeep, against our server on another
/// processor.
enum SOAPBenchmarks {
    private static let port = 18_110

    static func run() async throws {
        let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appending(path: "HelloServer").path()
        let server = try Child("Recado", [program, "\(port)"], processor: 1)
        defer { server.stop() }
        try await Task.sleep(for: .seconds(1))
        let base = "http://127.0.0.1:\(port)/films"
        let client = try Client(base: URI(base), transport: CurlTransport())
        let soap = client.soap(Films.soap)

        print("\nSOAP: medians of interleaved rounds; × is the time of JSON divided by ours")
        for count in [1, 100] {
            let call = Films.EchoFilms(count: count)
            let calls = count == 1 ? 1_000 : 200
            try await Contest(
                title: "\(calls) calls with \(count) films both ways, one after another",
                entries: [
                    .init(name: "SOAP") { for _ in 0..<calls { _ = try await soap.send(call) } },
                    .init(name: "JSON") { for _ in 0..<calls { _ = try await client.send(call) } },
                ],
                runs: 1,
                rounds: 7
            ).run()
        }
        try await besideZeep(soap, base)
    }

    /// zeep is Python's usual client; it runs where `scripts/setup --test` has installed it.
    private static func besideZeep(_ soap: SOAPClient, _ base: String) async throws {
        let python = FileManager.default.currentDirectoryPath + "/.build/venv/bin/python"
        guard FileManager.default.isExecutableFile(atPath: python) else {
            return print("\nzeep is not installed: scripts/setup --test")
        }
        for (count, calls) in [(1, 300), (100, 30)] {
            let call = Films.EchoFilms(count: count)
            for _ in 0..<calls { _ = try await soap.send(call) }
            let start = ContinuousClock.now
            for _ in 0..<(calls * 10) { _ = try await soap.send(call) }
            let ours = start.duration(to: .now) / (calls * 10) / .microseconds(1)
            let text = try output(
                of: ["taskset", "-c", "0", python, "-c", zeep, base, "\(count)", "\(calls)"]
            )
            let theirs = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .nan
            print("\nA call with \(count) films both ways")
            print("  Recado  \(ours.rounded(to: 1)) µs  × \((theirs / ours).rounded(to: 1))")
            print("  zeep    \(theirs.rounded(to: 1)) µs")
        }
    }

    private static let zeep = """
        import sys, time
        from zeep import Client
        films = Client(sys.argv[1] + "/soap?wsdl").service
        film = dict(id=7, title="Los olvidados & m\\u00e1s", year=1950, director="Luis Bu\\u00f1uel",
                    rating=8.25, isRented=False, tags=["drama", "m\\u00e9xico", "cl\\u00e1sico"])
        count, calls = int(sys.argv[2]), int(sys.argv[3])
        for _ in range(max(calls // 10, 3)):
            assert len(films.EchoFilms([film] * count)) == count
        start = time.perf_counter()
        for _ in range(calls):
            films.EchoFilms([film] * count)
        print((time.perf_counter() - start) / calls * 1e6)
        """
}
