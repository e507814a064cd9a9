// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Hostile JSON API documents` {
    private struct Node: Decodable {
        let id: String
        let links: [Node]?
        private enum CodingKeys: String, CodingKey {
            case id
            case links = "to"
        }
    }

    private struct Linked: Decodable {
        struct Target: Decodable {
            let id: String
            let name: String?
        }
        let target: Target
    }

    @Test(arguments: ["4294967295", "18446744073709551615", "0", "\"x\"", "[]", "true", "1.5e300"])
    func `a relationships member that is not an object is refused`(_ relationships: String) throws {
        let link = #"{"type": "b", "id": "2", "relationships": \#(relationships)}"#
        let text =
            #"{"data": {"type": "a", "id": "1", "relationships": {"target": {"data": \#(link)}}}}"#
        let failure = try #require(throws: CodingError.self) {
            try JSONAPI().decode(Linked.self, from: text)
        }
        #expect(failure.code == .typeMismatch)
        #expect(failure.pointer == "/data/relationships/target/data/relationships")
    }

    @Test func `resources linked in many layers are each read only once`() throws {
        // If a resource were read again at every link to it, thirty layers of two resources would
        // take 2^30 readings.
        let layers = 30
        func linkage(_ layer: Int) -> String {
            guard layer < layers else { return "[]" }
            return "["
                + ["a", "b"].map { #"{"type": "n", "id": "\#($0)\#(layer)"}"# }
                .joined(separator: ",") + "]"
        }
        var included: [String] = []
        for layer in 0..<layers {
            for name in ["a", "b"] {
                included.append(
                    #"{"type": "n", "id": "\#(name)\#(layer)", "relationships": {"to": {"data": \#(linkage(layer + 1))}}}"#
                )
            }
        }
        let text = #"""
            {"data": {"type": "n", "id": "root", "relationships": {"to": {"data": \#(linkage(0))}}},
             "included": [\#(included.joined(separator: ","))]}
            """#
        let node = try JSONAPI().decode(Node.self, from: text)
        #expect(node.links?.count == 2)
        #expect(node.links?.first?.links?.map(\.id) == ["a1", "b1"])
    }

    @Test func `forty resources that are all linked to each other are read`() throws {
        let ids = (0..<40).map(String.init)
        let all = ids.map { #"{"type": "n", "id": "\#($0)"}"# }.joined(separator: ",")
        let resources = ids.map {
            #"{"type": "n", "id": "\#($0)", "relationships": {"to": {"data": [\#(all)]}}}"#
        }
        let text = #"{"data": [\#(resources.joined(separator: ","))]}"#
        let nodes = try JSONAPI().decode([Node].self, from: text)
        #expect(nodes.count == 40)
        #expect(nodes.allSatisfy { $0.links?.count == 40 })
    }

    @Test func `fifty thousand resources are read`() throws {
        let resources = (0..<50_000).map { #"{"type": "n", "id": "\#($0)"}"# }
        let text = #"{"data": [\#(resources.joined(separator: ","))]}"#
        #expect(try JSONAPI().decode([Node].self, from: text).count == 50_000)
    }

    @Test func `eight times as many resources take at most 24 times the CPU time`() throws {
        let attack = Attack("identities") { size in
            let resources = (0..<size).map { #"{"type": "n", "id": "\#($0)"}"# }
            let text = #"{"data": [\#(resources.joined(separator: ","))]}"#
            return { _ = try JSONAPI().decode([Node].self, from: text) }
        }
        #expect(try attack.effort(attack.size * 8) / attack.effort(attack.size) <= 24)
    }

    @Test func `a mutated document is read, or refused with a one-line error`() {
        var random = SplitMix(state: 20_26)
        let seed = Array(Samples.hikes.utf8)
        let tokens = [
            "data", "included", "null", "[]", "{}", "\"type\"", "\"id\"", "relationships", ":", ",",
            "1",
        ].map { Array($0.utf8) }
        var refused = 0
        for _ in 0..<2_000 {
            var bytes = seed
            for _ in 0..<Int(random.next() % 4 + 1) {
                let place = Int(random.next() % UInt64(bytes.count))
                switch random.next() % 4 {
                case 0: bytes.remove(at: place)
                case 1: bytes[place] = UInt8(truncatingIfNeeded: random.next())
                case 2:
                    let token = tokens[Int(random.next() % UInt64(tokens.count))]
                    bytes.insert(contentsOf: token, at: place)
                default:
                    let end = min(bytes.count, place + Int(random.next() % 64))
                    bytes.removeSubrange(place..<end)
                }
            }
            do throws(CodingError) {
                _ = try JSONAPI().decode([Hike].self, from: bytes)
            } catch {
                refused += 1
                #expect(!error.description.contains("\n"))
            }
        }
        #expect(refused > 1_000)
    }

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
}
