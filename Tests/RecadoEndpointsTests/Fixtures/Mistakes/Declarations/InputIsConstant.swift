// An input with `let`
// `@Path var id: Int`
import Recado

struct DeleteFilm: Endpoint {
    static let route: Route = "DELETE /films/{id}"
    typealias Output = NoContent
    @Path let id: Int
    // error: property wrapper can only be applied to a 'var'
}
