// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import RecadoCoding
package import RecadoEndpoints
package import RecadoHTTP

/// A service for a library whose operations use every feature of schemas, for tests of SOAP.
package enum BookLibrary {
    package static let namespace = "urn:example:library"

    package enum Genre: String, Codable, CaseIterable, Sendable {
        case drama, comedy
        case scienceFiction = "science fiction"
    }

    package struct Person: Codable, Sendable, Equatable {
        package var name: String
        package var born: Date?
    }

    package struct Shelf: Codable, Sendable, Equatable {
        package var label: String
        package var shelves: [Shelf]
    }

    package struct Book: Codable, Sendable, Equatable {
        package var title: String
        package var pages: Int
        package var volume: Int8
        package var price: Decimal
        package var weight: Double
        package var isLent: Bool
        package var genre: Genre
        package var added: Date
        package var id: UUID
        package var link: URL?
        package var cover: Data
        package var authors: [Person]
        package var tags: [String]
        package var ratings: [Int?]
        package var subtitle: String?
        package var shelf: Shelf
    }

    package struct Reader: Caller {
        package typealias Credentials = BasicCredentials
        package static var realm: String { "Library" }
        package let name: String
    }

    package struct EchoBook: Endpoint {
        package static let route: Route = "POST /books"
        package static let about: About = "Answers the book that it is sent."
        package static let contentLimit = 1 << 20
        package typealias Output = Book
        @Body package var book: Book

        package init(book: Book) { self.book = book }
    }

    package struct FindPeople: Endpoint {
        package static let route: Route = "GET /people/{letter}"
        package typealias Output = [Person]
        package enum Failure: Problem, CaseIterable {
            case nobody, closed
            package var status: Status { self == .nobody ? .notFound : .serviceUnavailable }
            package var title: String { self == .nobody ? "Nobody" : "Closed" }
        }
        @Path package var letter: String
        @Query @Within<1, 40> package var limit: Int
        @Query package var names: [String]
        @Query package var since: Int? = nil

        package init(_ letter: String, limit: Int, _ names: [String] = [], since: Int? = nil) {
            self.letter = letter
            self.limit = limit
            self.names = names
            self.since = since
        }
    }

    package struct Forget: Endpoint {
        package static let route: Route = "DELETE /books/{title}"
        package typealias Output = NoContent
        package typealias Caller = Reader
        @Path package var title: String

        package init(title: String) { self.title = title }
    }

    package struct ReadAll: Endpoint {
        package static let route: Route = "GET /books/stream"
        package typealias Output = ElementFeed<Person>
    }

    package struct Score: Codable, Sendable {
        package var name: String
        package var total: Int

        package init(_ name: String, _ total: Int) {
            self.name = name
            self.total = total
        }
    }

    /// The SOAP binding of every operation.
    package static let soap = SOAP.Binding(at: "/soap", namespace: namespace)
    /// The binding for the scores alone, whose result is an embedded document.
    package static let tops3 = {
        var binding = SOAP.Binding(
            at: "/tops3.asmx",
            namespace: "http://localhost:3000/webservices/"
        )
        binding.name = "Top3"
        binding.select(Top3AsXml.self)
        binding.embedDocument(of: Top3AsXml.self)
        binding.answersPlainRequests = true
        return binding
    }()

    package struct Top3AsXml: Endpoint {
        package static let route: Route = "GET /top3"
        package static let formats: [Format] = [.xml(.rails)]
        package typealias Output = [Score]

        package init() {}
    }

    package static let api = API(
        name: "library",
        title: "Library",
        version: "1.0.0",
        about: "Books & people.",
        endpoints: [
            EchoBook.self, FindPeople.self, Forget.self, ReadAll.self, Top3AsXml.self,
        ]
    )

    package static func service(scores: [Score] = []) -> Service {
        var service = Service(api)
        service.takesSecretsInClear = true
        service.authenticate(Reader.self) { credentials, _ in
            credentials.password == "secret" ? Reader(name: credentials.user) : nil
        }
        service.serve(echo)
        service.serve(find)
        service.serve(forget)
        service.serve(readAll)
        service.serve { (_: Top3AsXml) async -> [Score] in scores }
        service.publishSOAP(at: "/soap", namespace: namespace)
        service.publishSOAP(tops3)
        return service
    }

    @Sendable private static func echo(_ call: EchoBook) async -> Book { call.book }

    @Sendable private static func find(
        _ call: FindPeople
    ) async throws(FindPeople.Failure) -> [Person] {
        switch call.letter {
        case "x": throw .nobody
        case "z": throw .closed
        default:
            return call.names.filter { $0.hasPrefix(call.letter) }.prefix(call.limit)
                .map { Person(name: $0, born: nil) }
        }
    }

    @Sendable private static func forget(_ call: Forget, _ reader: Reader) async -> NoContent {
        NoContent()
    }

    @Sendable private static func readAll(_ call: ReadAll) async -> ElementFeed<Person> {
        ElementFeed(AsyncStream { $0.finish() })
    }

    package static let book = Book(
        title: "Rayuela & más",
        pages: 635,
        volume: -3,
        price: 12.30,
        weight: 0.5,
        isLent: true,
        genre: .scienceFiction,
        added: Date(timeIntervalSince1970: 1_000_000_000),
        id: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
        link: URL(string: "https://example.org/rayuela?x=1&y=2"),
        cover: Data([0, 1, 2, 255]),
        authors: [
            Person(name: "Julio Cortázar", born: Date(timeIntervalSince1970: -1_745_000_000))
        ],
        tags: ["a", "", "ñ 🙂"],
        ratings: [5, nil, 3],
        subtitle: nil,
        shelf: Shelf(label: "A", shelves: [Shelf(label: "B", shelves: [])])
    )
}

extension XML {
    fileprivate static var rails: XML {
        var xml = XML()
        xml.isRails = true
        return xml
    }
}
