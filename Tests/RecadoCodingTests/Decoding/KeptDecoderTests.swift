// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import Synchronization
import Testing

private enum Key: String, CodingKey { case number, next, list, a, b }

/// The containers and decoders that models have kept, although `Codable` does not allow that.
///
/// Tests read them in several tasks, but only after all have been added.
private final class Store: @unchecked Sendable {
    var containers: [KeyedDecodingContainer<Key>] = []
    var decoders: [any Decoder] = []
    let isOver = Atomic(false)

    static let key = CodingUserInfoKey(rawValue: "store")
}

/// An object that keeps its container and its decoder.
private struct Keeper: Decodable {
    let number: Int

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        if let key = Store.key, let store = decoder.userInfo[key] as? Store {
            store.containers.append(container)
            store.decoders.append(decoder)
        }
        number = try container.decode(Int.self, forKey: .number)
    }
}

private func json(_ store: Store) -> JSON {
    var json = JSON()
    if let key = Store.key { json.userInfo[key] = store }
    return json
}

private let keepers = "[" + (0..<40).map { "{\"number\":\($0)}" }.joined(separator: ",") + "]"

@Suite struct `Decoders and containers kept by a model` {
    @Test func `throw when used after the decode call`() throws {
        let store = Store()
        let values = try json(store).decode([Keeper].self, from: keepers)
        #expect(values.map(\.number) == Array(0..<40))
        for container in store.containers {
            #expect(throws: DecodingError.self) { try container.decode(Int.self, forKey: .number) }
            #expect(throws: DecodingError.self) { try container.decode(Keeper.self, forKey: .a) }
            #expect(throws: DecodingError.self) { try container.decodeNil(forKey: .number) }
            #expect(throws: DecodingError.self) { try container.superDecoder() }
            #expect(throws: DecodingError.self) {
                try container.nestedContainer(keyedBy: Key.self, forKey: .next)
            }
            #expect(container.allKeys.isEmpty && !container.contains(.number))
            #expect(container.codingPath.isEmpty)
        }
        for decoder in store.decoders {
            #expect(throws: DecodingError.self) { try decoder.container(keyedBy: Key.self) }
            #expect(throws: DecodingError.self) { try decoder.unkeyedContainer() }
            #expect(throws: DecodingError.self) { try decoder.singleValueContainer() }
            #expect(decoder.codingPath.isEmpty && decoder.userInfo.isEmpty)
        }
    }

    @Test func `throw after the decode call while other threads decode`() async throws {
        let store = Store()
        _ = try json(store).decode([Keeper].self, from: keepers)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    for _ in 0..<200 {
                        let values = try? JSON().decode([Keeper].self, from: keepers)
                        #expect(values?.map(\.number) == Array(0..<40))
                    }
                    store.isOver.store(true, ordering: .relaxed)
                }
            }
            group.addTask {
                while !store.isOver.load(ordering: .relaxed) {
                    for container in store.containers {
                        #expect(throws: DecodingError.self) {
                            try container.decode(Int.self, forKey: .number)
                        }
                    }
                    await Task.yield()
                }
            }
        }
    }

    /// A list that uses its elements' containers after it has decoded all elements.
    private struct Late: Decodable {
        var numbers: [Int] = []
        var refused = 0

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            while !list.isAtEnd { _ = try list.decode(Keeper.self) }
            guard let key = Store.key, let store = decoder.userInfo[key] as? Store else { return }
            for container in store.containers {
                do {
                    numbers.append(try container.decode(Int.self, forKey: .number))
                } catch is DecodingError {
                    refused += 1
                }
            }
            for kept in store.decoders {
                let container = try kept.container(keyedBy: Key.self)
                numbers.append(try container.decode(Int.self, forKey: .number))
            }
        }
    }

    /// The containers of the first objects keep reading their own object during the call.
    ///
    /// Later objects share a container, which throws once its object has been read. A decoder that
    /// was kept always reads its own object.
    @Test func `read only their own object during the decode call, or throw`() throws {
        let late = try json(Store()).decode(Late.self, from: keepers)
        let own = 40 - late.refused
        #expect(own > 0 && late.refused > 20)
        #expect(late.numbers == Array(0..<own) + Array(0..<40))
    }

    /// An object that reads with its predecessor's container while its own is open.
    private struct Follower: Decodable {
        let number: Int
        let earlier: Int?

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            number = try container.decode(Int.self, forKey: .number)
            guard let key = Store.key, let store = decoder.userInfo[key] as? Store else {
                earlier = nil
                return
            }
            earlier = try store.containers.last?.decode(Int.self, forKey: .number)
            store.containers.append(container)
        }
    }

    /// The decoder cannot tell an earlier object's container from the open object's one if both
    /// have the same type and the same level.
    @Test func `read their own object or the current object of the same type`() throws {
        let values = try json(Store()).decode([Follower].self, from: keepers)
        #expect(values.map(\.number) == Array(0..<40))
        #expect(values[1].earlier == 0)
        #expect(values[39].earlier == 39)
        for value in values.dropFirst() {
            #expect(value.earlier == value.number - 1 || value.earlier == value.number)
        }
    }

    /// An object that reads from several open containers in turn.
    private struct Pairs: Decodable {
        let sums: [Int]

        init(from decoder: any Decoder) throws {
            let outer = try decoder.container(keyedBy: Key.self)
            var sums: [Int] = []
            let one = try outer.superDecoder(forKey: .a).container(keyedBy: Key.self)
            let other = try outer.superDecoder(forKey: .b).container(keyedBy: Key.self)
            var list = try outer.nestedUnkeyedContainer(forKey: .list)
            let first = try list.nestedContainer(keyedBy: Key.self)
            let second = try list.nestedContainer(keyedBy: Key.self)
            for container in [one, other, first, second, one, other, first, second, outer] {
                sums.append(try container.decode(Int.self, forKey: .number))
            }
            self.sums = sums
        }
    }

    @Test func `read their own objects while other containers are in use`() throws {
        let members = #""a":{"number":1},"b":{"number":2},"list":[{"number":3},{"number":4}]"#
        let object = "{\(members),\"number\":5}"
        let text = "[" + Array(repeating: object, count: 30).joined(separator: ",") + "]"
        let values = try JSON().decode([Pairs].self, from: text)
        #expect(values.count == 30)
        #expect(values.allSatisfy { $0.sums == [1, 2, 3, 4, 1, 2, 3, 4, 5] })
    }

    /// A recursive type: each value contains a list of values of the same type.
    private struct Chain: Codable, Equatable {
        var number: Int
        var next: [Chain]

        static func sample(_ depth: Int) -> Chain {
            let next = depth == 0 ? [] : [sample(depth - 1), sample(depth - 1)]
            return Chain(number: depth, next: next)
        }
    }

    @Test func `read their own objects when nested many levels deep`() throws {
        let chain = Chain.sample(12)
        #expect(try JSON().decode(Chain.self, from: JSON().encode(chain)) == chain)
    }
}
