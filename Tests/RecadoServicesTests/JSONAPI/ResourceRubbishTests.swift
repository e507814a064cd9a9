// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import Testing

@Suite(.timeLimit(.minutes(3))) struct `Random requests for JSON API resources` {
    private struct SplitMix: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var word = state
            word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
            word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
            return word ^ (word >> 31)
        }
    }

    private static let words = [
        "include", "fields", "sort", "page", "filter", "[", "]", "[offset]", "[limit]", "[trails]",
        "=", "&", ",", ".", "-", "%5B", "%00", "%FF", "title", "stops", "trail", "category", "1",
        "0",
        "-1", "9999999999", "+", "ñ", "[]", "[][]", "=&=", "[title]",
    ]

    @Test func `random queries get status 200, or 400 with errors`() async throws {
        var random = SplitMix(state: 6)
        let server = try await TrailServer(trails: 2)
        let paths = ["/api/trails", "/api/trails/1", "/api/trails/1/stops", "/api/stops"]
        var statuses: Set<UInt16> = []
        for _ in 0..<600 {
            let query = (0..<Int.random(in: 1...9, using: &random))
                .map { _ in Self.words.randomElement(using: &random) ?? "" }.joined()
            let path = paths.randomElement(using: &random) ?? ""
            let (response, document) = try await server.call(.get, "\(path)?\(query)")
            statuses.insert(UInt16(response.status.code))
            if response.status != .ok { #expect(document["errors"] != nil) }
        }
        #expect(statuses == [200, 400])
    }

    @Test func `randomly damaged content is accepted, or refused with errors`() async throws {
        var random = SplitMix(state: 7)
        let server = try await TrailServer(trails: 2)
        let seed = Array(
            """
            {"data": {"type": "trails", "attributes": {"title": "Nueva", "metres": 7},
             "relationships": {"category": {"data": {"type": "categories", "id": "2"}}}}}
            """.utf8
        )
        for _ in 0..<400 {
            var bytes = seed
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                if Bool.random(using: &random) {
                    bytes[place] = UInt8.random(in: 0x20...0x7E, using: &random)
                } else {
                    bytes.removeSubrange(place..<min(bytes.count, place + 5))
                }
            }
            let text = String(decoding: bytes, as: UTF8.self)
            let (response, document) = try await server.call(.post, "/api/trails", text)
            let expected: [Status] = [
                .created, .badRequest, .forbidden, .conflict, .unprocessableContent,
            ]
            #expect(expected.contains(response.status), "\(response.status) for \(text)")
            #expect((response.status == .created) == (document["errors"] == nil))
        }
    }

    @Test func `unusual identifiers get status 404 or 400`() async throws {
        let server = try await TrailServer(trails: 2)
        for id in ["0", "-1", "99999999999999999999", "a", "%00", "%2F", "1.0", "%C3%B1", "1;2"] {
            let (response, _) = try await server.call(.get, "/api/trails/\(id)")
            #expect(response.status == .notFound, "\(id)")
        }
        #expect(try await server.call(.get, "/api/trails/%FF").response.status == .badRequest)
    }

    @Test func `a circular include path lists each resource once`() async throws {
        let server = try await TrailServer(trails: 2)
        let (response, document) = try await server.call(
            .get,
            "/api/trails/1?include=stops.trail.stops"
        )
        #expect(response.status == .ok)
        #expect(document["included"]?.arrayValue?.count == 2)
        #expect(server.database.statements() <= 3)
    }
}
