// An input without `Codable`
// `struct Change: Codable, Sendable`
import Recado

struct Change {
    var title: String
}

struct ChangeFilm: Endpoint {
    static let route: Route = "PUT /films/{id}"
    typealias Output = NoContent
    @Path var id: Int
    @Body var change: Change
    // error: generic struct 'Body' requires that 'Change' conform to 'Decodable'
}
