// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The templates of the declaration and the client of a new service.
extension ProjectTemplate {
    /// The source file of the models and the failure.
    static let models = #"""
        import RecadoEndpoints

        /// An item of the list.
        public struct Item: Codable, Sendable, Equatable {
            public var id: Int
            public var name: String

            public init(id: Int, name: String) {
                self.id = id
                self.name = name
            }
        }

        /// An item that is not in the list yet.
        public struct ItemDraft: Codable, Sendable {
            /// Clients learn of the limits in the OpenAPI document; the server refuses other lengths with 422.
            @Length<1, 200> public var name: String

            public init(name: String) {
                self.name = name
            }
        }

        /// The failure of all calls that name an item.
        public enum ItemFailure: Problem, CaseIterable {
            case noSuchItem

            public var status: Status { .notFound }
            public var title: String { "No such item" }
        }
        """#

    /// The source file of the endpoints.
    static let endpoints = #"""
        import RecadoEndpoints

        /// The service: everything that can be called.
        public let api = API(
            name: "__NAME__",
            title: "__TYPE__",
            version: "0.1.0",
            endpoints: [ListItems.self, ShowItem.self, AddItem.self, RemoveItem.self]
        )

        /// The items, in the order of their numbers.
        public struct ListItems: Endpoint {
            public static let route: Route = "GET /items"
            public typealias Output = [Item]

            /// The number of items; 20 by default.
            @Query public var limit: Within<1, 100>? = nil

            public init(limit: Within<1, 100>? = nil) {
                self.limit = limit
            }
        }

        /// One item.
        public struct ShowItem: Endpoint {
            public static let route: Route = "GET /items/{id}"
            public typealias Output = Item
            public typealias Failure = ItemFailure

            @Path public var id: Int

            public init(id: Int) {
                self.id = id
            }
        }

        /// Adds an item to the list.
        public struct AddItem: Endpoint {
            public static let route: Route = "POST /items"
            public static let success = Status.created
            public typealias Output = Item

            @Body public var item: ItemDraft

            public init(item: ItemDraft) {
                self.item = item
            }
        }

        /// Removes an item from the list.
        public struct RemoveItem: Endpoint {
            public static let route: Route = "DELETE /items/{id}"
            public typealias Output = NoContent
            public typealias Failure = ItemFailure

            @Path public var id: Int

            public init(id: Int) {
                self.id = id
            }
        }
        """#

    /// The source file of the client.
    static let client = #"""
        import __TYPE__API
        import Recado

        /// The calls of the service, for apps.
        public struct __TYPE__Client: Sendable {
            private let client: Client

            /// Creates a client of the service at an address, such as `https://__NAME__.example.org`.
            public init(_ address: String) throws {
                client = try Client(base: address + "/__NAME__")
            }

            public func items() async throws -> [Item] {
                try await client.send(ListItems())
            }

            /// The item with a number, or `nil` if there is none.
            public func item(_ id: Int) async throws -> Item? {
                do {
                    return try await client.send(ShowItem(id: id))
                } catch .failed(.noSuchItem) {
                    return nil
                }
            }

            public func add(_ name: String) async throws -> Item {
                try await client.send(AddItem(item: ItemDraft(name: name)))
            }

            /// Removes an item; `false` if there was none.
            public func remove(_ id: Int) async throws -> Bool {
                do {
                    _ = try await client.send(RemoveItem(id: id))
                    return true
                } catch .failed(.noSuchItem) {
                    return false
                }
            }
        }
        """#
}
