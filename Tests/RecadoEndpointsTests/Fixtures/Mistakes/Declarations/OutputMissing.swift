// No Output
// `typealias Output = Film`, or `NoContent` for an answer without content
import Recado

struct DeleteFilm: Endpoint {
    // error: type 'DeleteFilm' does not conform to protocol 'Endpoint'
    // note: protocol requires nested type 'Output'
    static let route: Route = "DELETE /films/{id}"
    @Path var id: Int
}
