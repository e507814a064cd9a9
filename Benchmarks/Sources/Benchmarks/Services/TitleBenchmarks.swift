// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoContracts
import RecadoHTTP
import RecadoServer
import RecadoServices

/// Searches of 300 000 made-up titles, from the request to the answer and without a network.
///
/// Words are as common as those of texts are: the second half as common as the first, the third a third.
enum TitleBenchmarks {
    private static let count = 300_000
    private static let searches = 1_000

    static func run() async throws {
        var invention = Invention()
        let start = ContinuousClock.now
        let service = FilmDatabaseService(adding: (0..<count).map { invention.title($0) }).service
        let application = try Application([service])
        let seconds = (start.duration(to: .now) / .seconds(1)).rounded(to: 1)
        print(
            "\n\(count) titles, taken into memory in \(seconds) s; \(searches) requests of a kind"
        )
        let kinds: [(name: String, query: () -> String)] = [
            ("s= a word", { invention.word() }),
            ("s= two words", { invention.word() + "+" + invention.word() }),
            ("s= a word of every fifth title", { "night" }),
            ("s= three letters and *", { invention.word().prefix(3) + "*" }),
            ("s= two letters and *", { invention.word().prefix(2) + "*" }),
        ]
        for kind in kinds {
            try await measure(kind.name, application) { "s=" + kind.query() }
        }
        try await measure("t= a title", application) {
            "t=" + invention.title(0).title.replacing(" ", with: "+")
        }
    }

    private static func measure(
        _ name: String,
        _ application: Application,
        _ query: () -> String
    ) async throws {
        var times: [Duration] = []
        for _ in 0..<searches {
            let request = Request(
                method: .get,
                authority: "localhost",
                target: "/omdb/?apikey=demo&" + query()
            )
            let start = ContinuousClock.now
            let answer = await application.respond(to: request)
            times.append(start.duration(to: .now))
            guard answer.status == .ok else { throw BenchmarkFailure("\(answer.status)") }
        }
        times.sort()
        let (median, late) = (times[searches / 2], times[searches * 99 / 100])
        print(
            "  \(name.padded(to: 34)) median \((median / .milliseconds(1)).rounded(to: 3)) ms,"
                + " p99 \((late / .milliseconds(1)).rounded(to: 3)) ms (wanted: below 5)"
        )
    }

    /// Makes titles up, the same in each run.
    private struct Invention {
        private var state: UInt64 = 42
        private var vocabulary: [String] = []

        init() {
            let letters = Array("aeioulnrstdmcbpgvfhjkzwyxq")
            while vocabulary.count < 60_000 {
                let length = 3 + next(below: 7)
                vocabulary.append(
                    // The first letters are the commonest.
                    String((0..<length).map { _ in letters[next(below: next(below: 26) + 1)] })
                )
            }
        }

        /// Knuth's linear congruential generator.
        private mutating func next(below bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }

        /// A word, the one of rank r with a probability like 1/r.
        mutating func word() -> String {
            let exponent = Double(next(below: 1_000_000)) / 1_000_000
            let rank = pow(Double(vocabulary.count), exponent)
            return vocabulary[min(vocabulary.count, Int(rank)) - 1]
        }

        mutating func title(_ number: Int) -> TitleRecord {
            var words = (0..<(2 + next(below: 5))).map { _ in word().capitalized }
            if number.isMultiple(of: 5) { words.insert("Night", at: 0) }
            if number.isMultiple(of: 4) { words.insert("The", at: 0) }
            return TitleRecord(
                title: words.joined(separator: " "),
                year: "\(1920 + number % 105)",
                imdbID: "tt\(1_000_000 + number)",
                type: number.isMultiple(of: 20) ? "series" : "movie"
            )
        }
    }
}
