// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding

/// JSON beside Foundation's coders.
enum CodingBenchmarks {
    /// How many times as fast as Foundation we were with one payload.
    private struct Ratios {
        let decoding: Double
        let encoding: Double
    }

    static func run() async throws {
        print("JSON: medians of interleaved rounds; × is Foundation's time divided by ours")
        let map = Payloads.map(rings: 100, points: 400)
        let ratios = [
            try await compare("10 000 films", Payloads.films(10_000), runs: 1),
            try await compare("a timeline of 200 statuses", Payloads.timeline(200), runs: 10),
            try await compare("a catalogue, maps by id", Payloads.catalogue(), runs: 3),
            try await compare("a map, coordinates", map, text: Payloads.text(of: map), runs: 1),
            try await compare("an answer about the weather", Payloads.weather, runs: 2_000),
            try await compare("a product of a shop", Payloads.product, runs: 5_000),
        ]
        try await compare("one film", Payloads.films(1)[0], runs: 5_000)
        let decoding = geometricMean(ratios.map(\.decoding)).rounded(to: 2)
        let encoding = geometricMean(ratios.map(\.encoding)).rounded(to: 2)
        print("\ngeometric means without the one film: decode × \(decoding), encode × \(encoding)")
    }

    private static func geometricMean(_ values: [Double]) -> Double {
        pow(values.reduce(1, *), 1 / Double(values.count))
    }

    // The text is what is decoded, if that is not what we encode.
    @discardableResult
    private static func compare<T: Codable>(
        _ title: String,
        _ value: T,
        text: [UInt8]? = nil,
        runs: Int
    ) async throws -> Ratios {
        let bytes = try text ?? JSON().encode(value)
        let data = Data(bytes)
        let decoder = JSONDecoder()
        let encoder = JSONEncoder()
        let decoding = try await Contest(
            title: "decode \(title), \(bytes.count) bytes",
            entries: [
                .init(name: "Recado") { _ = try JSON().decode(T.self, from: bytes) },
                .init(name: "Foundation") { _ = try decoder.decode(T.self, from: data) },
            ],
            runs: runs,
            rounds: 11
        ).run()
        let encoding = try await Contest(
            title: "encode \(title)",
            entries: [
                .init(name: "Recado") { _ = try JSON().encode(value) },
                .init(name: "Foundation") { _ = try encoder.encode(value) },
            ],
            runs: runs,
            rounds: 11
        ).run()
        return Ratios(decoding: decoding, encoding: encoding)
    }
}
