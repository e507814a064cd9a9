// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding

/// JSON beside Foundation's coders.
enum CodingBenchmarks {
    static func run() async throws {
        print("JSON: medians of interleaved rounds; × is Foundation's time divided by ours")
        try await compare("10 000 films", Payloads.films(10_000), runs: 1, rounds: 11)
        try await compare(
            "a timeline of 200 statuses",
            Payloads.timeline(200),
            runs: 10,
            rounds: 11
        )
        try await compare("one film", Payloads.films(1)[0], runs: 5_000, rounds: 15)
    }

    private static func compare<T: Codable>(
        _ title: String,
        _ value: T,
        runs: Int,
        rounds: Int
    ) async throws {
        let bytes = try JSON().encode(value)
        let data = Data(bytes)
        let decoder = JSONDecoder()
        let encoder = JSONEncoder()
        try await Contest(
            title: "decode \(title), \(bytes.count) bytes",
            entries: [
                .init(name: "Recado") { _ = try JSON().decode(T.self, from: bytes) },
                .init(name: "Foundation") { _ = try decoder.decode(T.self, from: data) },
            ],
            runs: runs,
            rounds: rounds
        ).run()
        try await Contest(
            title: "encode \(title)",
            entries: [
                .init(name: "Recado") { _ = try JSON().encode(value) },
                .init(name: "Foundation") { _ = try encoder.encode(value) },
            ],
            runs: runs,
            rounds: rounds
        ).run()
    }
}
