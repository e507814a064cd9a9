// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding

/// Compares JSON coding with Foundation's coders and with serde_json.
enum CodingBenchmarks {
    /// The ratios for one payload.
    private struct Outcomes {
        let decoding: Contest.Outcome
        let encoding: Contest.Outcome
    }

    static func run() async throws {
        print("JSON: medians of interleaved rounds; × is Foundation's time divided by ours")
        print("÷ is our least time divided by that of serde_json: above 1 is behind")
        SerdePeer.announce()
        let map = Payloads.map(rings: 100, points: 400)
        let outcomes = [
            try await compare("10 000 films", Payloads.films(10_000), as: "films", runs: 1),
            try await compare(
                "a timeline of 200 statuses",
                Payloads.timeline(200),
                as: "timeline",
                runs: 10
            ),
            try await compare(
                "a catalogue, maps by id",
                Payloads.catalogue(),
                as: "catalogue",
                runs: 3
            ),
            try await compare(
                "a map, coordinates",
                map,
                text: Payloads.text(of: map),
                as: "map",
                runs: 1
            ),
            try await compare(
                "an answer about the weather",
                Payloads.weather,
                as: "weather",
                runs: 2_000
            ),
            try await compare("a product of a shop", Payloads.product, as: "product", runs: 5_000),
        ]
        try await compare("one film", Payloads.films(1)[0], runs: 5_000)
        printMeans(outcomes)
    }

    private static func printMeans(_ outcomes: [Outcomes]) {
        let (decoding, encoding) = (outcomes.map(\.decoding), outcomes.map(\.encoding))
        let leads = [decoding, encoding].map { geometricMean($0.map(\.lead)) }
        print("\ngeometric means without the one film: decode × \(leads[0]), encode × \(leads[1])")
        let lags = [decoding, encoding].map { geometricMean($0.compactMap(\.lag)) }
        guard decoding.contains(where: { $0.lag != nil }) else { return }
        print("beside serde_json: decode ÷ \(lags[0]), encode ÷ \(lags[1])")
    }

    private static func geometricMean(_ values: [Double]) -> Double {
        pow(values.reduce(1, *), 1 / Double(values.count)).rounded(to: 2)
    }

    // Decodes `text` if it is given, and otherwise what we encode; `payload` is the name that the
    // Rust program has for the value.
    @discardableResult
    private static func compare<T: Codable>(
        _ title: String,
        _ value: T,
        text: [UInt8]? = nil,
        as payload: String? = nil,
        runs: Int
    ) async throws -> Outcomes {
        let written = try JSON().encode(value)
        let bytes = text ?? written
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
            rounds: 11,
            program: try peer(payload, bytes)?.entry("decode")
        ).run()
        let encoding = try await Contest(
            title: "encode \(title)",
            entries: [
                .init(name: "Recado") { _ = try JSON().encode(value) },
                .init(name: "Foundation") { _ = try encoder.encode(value) },
            ],
            runs: runs,
            rounds: 11,
            program: try peer(payload, written)?.entry("encode")
        ).run()
        return Outcomes(decoding: decoding, encoding: encoding)
    }

    private static func peer(_ payload: String?, _ text: [UInt8]) throws -> SerdePeer? {
        guard let payload, let peer = try SerdePeer(payload, .json, text) else { return nil }
        try peer.check()
        return peer
    }
}
