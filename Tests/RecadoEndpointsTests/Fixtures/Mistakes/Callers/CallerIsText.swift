// A Caller that is no caller
// `struct Member: Caller`
import Recado

struct DeleteFilm: Endpoint {
    // error: type 'DeleteFilm' does not conform to protocol 'Endpoint'
    static let route: Route = "DELETE /films/{id}"
    typealias Output = NoContent
    typealias Caller = String
    // note: possibly intended match 'DeleteFilm.Caller' (aka 'String') does not conform to 'Caller'
    @Path var id: Int
}
