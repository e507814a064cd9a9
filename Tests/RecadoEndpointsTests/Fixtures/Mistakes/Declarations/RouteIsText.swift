// A route without its type
// `static let route: Route = "DELETE /films/{id}"`
import Recado

struct DeleteFilm: Endpoint {
    // error: type 'DeleteFilm' does not conform to protocol 'Endpoint'
    static let route = "DELETE /films/{id}"
    // note: candidate has non-matching type 'String'
    typealias Output = NoContent
    @Path var id: Int
}
