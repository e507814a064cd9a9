// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HelloServing
import RecadoClient
import RecadoHTTP
import RecadoSockets

/// Compares calls by SOAP with the same calls in JSON, and our client with zeep.
///
/// The server is ours, on another processor.
enum SOAPBenchmarks {
    private static let port = 18_110

    static func run() async throws {
        let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appending(path: "HelloServer").path()
        let server = try Child("Recado", [program, "\(port)"], processor: 1)
        defer { server.stop() }
        try await Task.sleep(for: .seconds(1))
        let base = "http://127.0.0.1:\(port)/films"
        let client = try Client(base: URI(base), transport: SocketTransport())
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
        try besideZeep(base)
    }

    /// Compares our client with zeep, Python's usual SOAP client, if `scripts/setup --test` has
    /// installed it.
    ///
    /// Both run as programs of their own, on the processor that the server does not use.
    private static func besideZeep(_ base: String) throws {
        let python = FileManager.default.currentDirectoryPath + "/.build/venv/bin/python"
        guard FileManager.default.isExecutableFile(atPath: python) else {
            return print("\nzeep is not installed: scripts/setup --test")
        }
        for (films, calls) in [(1, 640), (100, 64)] {
            for atOnce in [1, 64] {
                func time(_ command: [String], _ calls: Int) throws -> Double {
                    let numbers = [films, calls, atOnce].map { "\($0)" }
                    let text = try output(of: ["taskset", "-c", "0"] + command + [base] + numbers)
                    return Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .nan
                }
                // In turn, because the machine's speed changes.
                var (ourTimes, theirTimes): ([Double], [Double]) = ([], [])
                for _ in 0..<5 {
                    ourTimes.append(try time([CommandLine.arguments[0], "soap-calls"], calls * 10))
                    theirTimes.append(try time([python, "-c", zeep], calls))
                }
                let (ours, theirs) = (ourTimes.sorted()[2], theirTimes.sorted()[2])
                print("\nCalls with \(films) films both ways, \(atOnce) at once")
                print("  Recado  \(ours.rounded(to: 1)) µs  × \((theirs / ours).rounded(to: 1))")
                print("  zeep    \(theirs.rounded(to: 1)) µs")
            }
        }
    }

    /// Prints the time of a call in microseconds: `soap-calls <base> <films> <calls> <at once>`.
    static func printTime(_ arguments: [String]) async throws {
        let numbers = arguments.dropFirst().compactMap { Int($0) }
        guard let base = arguments.first, numbers.count == 3 else {
            throw BenchmarkFailure("soap-calls <base> <films> <calls> <at once>")
        }
        let client = try Client(base: URI(base), transport: SocketTransport()).soap(Films.soap)
        let call = Films.EchoFilms(count: numbers[0])
        // The first calls are only a warm-up.
        for calls in [numbers[1] / 10, numbers[1]] {
            let start = ContinuousClock.now
            try await ClientBenchmarks.atOnce(calls, by: numbers[2]) {
                _ = try await client.send(call)
            }
            let time = start.duration(to: .now) / .microseconds(1)
            if calls == numbers[1] { print(time / Double(calls)) }
        }
    }

    private static let zeep = """
        import concurrent.futures, sys, time
        from zeep import Client
        films = Client(sys.argv[1] + "/soap?wsdl").service
        film = dict(id=7, title="Los olvidados & m\\u00e1s", year=1950, director="Luis Bu\\u00f1uel",
                    rating=8.25, isRented=False, tags=["drama", "m\\u00e9xico", "cl\\u00e1sico"])
        count, calls, at_once = (int(number) for number in sys.argv[2:5])
        def call(_):
            assert len(films.EchoFilms([film] * count)) == count
        with concurrent.futures.ThreadPoolExecutor(at_once) as threads:
            list(threads.map(call, range(max(calls // 10, at_once))))
            start = time.perf_counter()
            list(threads.map(call, range(calls)))
            print((time.perf_counter() - start) / calls * 1e6)
        """
}
