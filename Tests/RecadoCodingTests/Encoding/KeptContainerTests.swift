// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import Synchronization
import Testing

/// A key with any text.
private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ text: String) { stringValue = text }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// The containers that models have kept, although `Codable` does not allow that.
///
/// Tests read them in several tasks, but only after all have been added.
private final class Store: @unchecked Sendable {
    var containers: [KeyedEncodingContainer<Key>] = []
    let isOver = Atomic(false)
}

/// An object that keeps its container, and may write into one that an earlier object has kept.
private struct Keeper: Encodable {
    let number: Int
    var late: Int?
    let store: Store

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        store.containers.append(container)
        try container.encode(number, forKey: Key("number"))
        if let late { try store.containers[late].encode("late", forKey: Key("late")) }
    }
}

/// Returns twenty objects; the last writes into the container of object number `late`.
private func keepers(_ store: Store, late: Int? = nil) -> [Keeper] {
    (0..<20).map { Keeper(number: $0, late: $0 == 19 ? late : nil, store: store) }
}

/// A model with objects of several types, some of which occur often at the same level.
private struct Shelf: Codable, Equatable {
    struct Book: Codable, Equatable {
        struct Page: Codable, Equatable { var number: Int }
        var title: String
        var pages: [Page]
        var next: [Book] = []
    }

    var books: [Book]
    var byTitle: [String: Book]

    static func sample(_ count: Int) -> Shelf {
        let books = (0..<count).map { number in
            let pages = (0..<(number % 4)).map { Book.Page(number: $0) }
            let next = number % 5 == 0 ? [Book(title: "n", pages: pages)] : []
            return Book(title: "b\(number)", pages: pages, next: next)
        }
        return Shelf(books: books, byTitle: ["one": books[0], "two": books[count - 1]])
    }
}

@Suite struct `Encoding containers kept by a model` {
    @Test func `throw when used after the encode call, as do their nested containers`() throws {
        let store = Store()
        let text = try JSON().encodeToString(keepers(store))
        #expect(text.hasPrefix(#"[{"number":0},{"number":1}"#))
        for var container in store.containers {
            #expect(throws: EncodingError.self) { try container.encode(1, forKey: Key("a")) }
            #expect(container.codingPath.isEmpty)
            var nested = container.nestedContainer(keyedBy: Key.self, forKey: Key("b"))
            #expect(throws: EncodingError.self) { try nested.encode(1, forKey: Key("c")) }
            var list = container.nestedUnkeyedContainer(forKey: Key("d"))
            #expect(throws: EncodingError.self) { try list.encode(1) }
            var value = container.superEncoder().singleValueContainer()
            #expect(throws: EncodingError.self) { try value.encode(1) }
        }
        // The refused values leave nothing behind in the encoder.
        #expect(try JSON().encodeToString(["a": 1]) == #"{"a":1}"#)
    }

    @Test func `throw after the encode call without affecting other threads`() async throws {
        let store = Store()
        _ = try JSON().encode(keepers(store))
        let shelf = Shelf.sample(200)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for _ in 0..<50 {
                    let bytes = try? JSON().encode(shelf)
                    #expect(bytes.flatMap { try? JSON().decode(Shelf.self, from: $0) } == shelf)
                }
                store.isOver.store(true, ordering: .relaxed)
            }
            group.addTask {
                while !store.isOver.load(ordering: .relaxed) {
                    for var container in store.containers {
                        #expect(throws: EncodingError.self) {
                            try container.encode(1, forKey: Key("a"))
                        }
                    }
                    await Task.yield()
                }
            }
        }
    }

    @Test func `do not mix up objects of one type at several nesting levels`() throws {
        let shelf = Shelf.sample(100)
        let text = try JSON().encodeToString(shelf)
        #expect(try JSON().decode(Shelf.self, from: text) == shelf)
        let xml = try XML().encode(shelf.books[0])
        #expect(try XML().decode(Shelf.Book.self, from: xml) == shelf.books[0])
    }

    /// An object that writes into two open members in turn.
    private struct Pair: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            var one = container.superEncoder(forKey: Key("one")).container(keyedBy: Key.self)
            var other = container.superEncoder(forKey: Key("other")).container(keyedBy: Key.self)
            try one.encode(1, forKey: Key("x"))
            try other.encode(2, forKey: Key("x"))
        }
    }

    @Test func `do not mix up two members that are written alternately`() throws {
        let pair = #"{"one":{"x":1},"other":{"x":2}}"#
        let text = try JSON().encodeToString((0..<20).map { _ in Pair() })
        #expect(text == "[" + Array(repeating: pair, count: 20).joined(separator: ",") + "]")
    }

    /// Nothing is written into an object that is closed.
    ///
    /// If the open object has the same type, its container cannot be told from an earlier object's.
    @Test func `write only into objects of the same type that are being encoded`() throws {
        let text = try JSON().encodeToString(keepers(Store(), late: 8))
        #expect(text.hasSuffix(#"{"number":18},{"number":19,"late":"late"}]"#))
        #expect(text.contains(#"{"number":8},"#))
        // The first objects of a call have containers that no later object shares.
        let other = try JSON().encodeToString(keepers(Store(), late: 1))
        #expect(!other.contains(#""number":19,"late""#), "\(other)")
    }
}
