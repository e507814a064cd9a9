// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Synchronization

/// A service for the tests of the pipeline.
enum Shop {
    static let api = API(
        name: "shop",
        title: "Shop",
        version: "1",
        endpoints: [
            ListBooks.self, TopBook.self, ShowBook.self, AddBook.self, EditBook.self,
            DeleteBook.self,
        ]
    )

    static func service() -> Service {
        var service = Service(api)
        service.problemMembers = { _ in ["error": true] }
        service.authenticate(Reader.self) { credentials, _ throws(ProblemDetails) in
            guard credentials.user != "busy" else {
                throw ProblemDetails(status: .serviceUnavailable)
            }
            return credentials.password == "pass" ? Reader(name: credentials.user) : nil
        }
        service.serve { (call: ListBooks) in
            Page([Book(title: "a")], number: call.page ?? 1, limit: 1, total: 5)
        }
        service.serve { (_: TopBook) in Book(title: "Top") }
        service.serve(show)
        service.serve { (call: AddBook, reader: Reader) in Book(title: call.book.title) }
        service.serve { (call: EditBook, reader: Reader) in
            Book(title: "\(reader.name) \(call.book.title) \(call.id)")
        }
        service.serve { (_: DeleteBook, _: Reader) in NoContent() }
        return service
    }

    private static func show(
        _ call: ShowBook
    ) async throws(HandlerError<ShowBook.Failure>) -> Book {
        switch call.id {
        case 404: throw .failed(.noSuchBook)
        case 503:
            throw .problem(
                ProblemDetails(status: .serviceUnavailable, detail: "The shelf is locked.")
            )
        default: return Book(title: "\(call.id)")
        }
    }

    static func application() throws -> Application { try Application([service()]) }

    static func request(
        _ method: Method,
        _ target: String,
        user: String? = nil,
        content: Content = .empty
    ) -> Request {
        var request = Request(method: method, target: target, content: content)
        if content.length != 0 { request.fields[.contentType] = "application/json" }
        if let user, let credentials = try? BasicCredentials(user: user, password: "pass") {
            request.fields[.authorization] = credentials.authorization
        }
        return request
    }

    static func answer(
        _ method: Method,
        _ target: String,
        _ content: String = "",
        user: String? = nil
    ) async throws -> Answer {
        let request = request(method, target, user: user, content: Content(content))
        return try await Answer(application().respond(to: request))
    }
}

/// A response with its content read.
struct Answer {
    let response: Response
    let text: String

    var status: Status { response.status }
    var problem: ProblemDetails? { try? JSON().decode(from: text) }

    init(_ response: Response) async throws {
        self.response = response
        text = String(decoding: try await response.content.collect(upTo: 1 << 20), as: UTF8.self)
    }
}

struct Reader: Caller {
    typealias Credentials = BasicCredentials
    static var realm: String { "Shop" }
    let name: String
}

struct Book: Codable, Sendable { var title: String }

struct BookDraft: Codable, Sendable {
    struct Cover: Codable, Sendable {
        var width: Int
        var height: Int
    }

    @Length<1, 10> var title: String
    @Within<1, 9_999> var pages: Int
    var tags: [String]?
    var cover: Cover?
}

struct ListBooks: Endpoint {
    static let route: Route = "GET /books"
    typealias Output = Page<Book>
    @Query var page: Int?
    @Query var q: String?
}

struct TopBook: Endpoint {
    static let route: Route = "GET /books/top"
    typealias Output = Book
}

struct ShowBook: Endpoint {
    static let route: Route = "GET /books/{id}"
    typealias Output = Book
    enum Failure: Problem, CaseIterable {
        case noSuchBook
        var status: Status { .notFound }
        var title: String { "No such book" }
        var detail: String? { "Try another." }
    }
    @Path var id: Int
}

struct AddBook: Endpoint {
    static let route: Route = "POST /books"
    static let contentLimit = 1_000
    typealias Output = Book
    typealias Caller = Reader
    @Body var book: BookDraft
}

struct EditBook: Endpoint {
    static let route: Route = "PUT /books/{id}"
    typealias Output = Book
    typealias Caller = Reader
    @Path var id: Int
    @Query var days: Int?
    @Body var book: BookDraft
}

struct DeleteBook: Endpoint {
    static let route: Route = "DELETE /books/{id}"
    typealias Output = NoContent
    typealias Caller = Reader
    @Path var id: Int
}

/// Content that never ends.
final class Endless: ContentSource {
    private let pieces = Mutex(0)
    var length: Int? { nil }
    var count: Int { pieces.withLock { $0 } }

    func next() async throws -> [UInt8]? {
        pieces.withLock { $0 += 1 }
        return [UInt8](repeating: 0x20, count: 600)
    }
}

/// Records the exchanges that it observes.
final class Seen: RequestObserver {
    private let list = Mutex<[Observation]>([])
    var exchanges: [Observation] { list.withLock { $0 } }
    func ended(_ exchange: Observation) { list.withLock { $0.append(exchange) } }
}
