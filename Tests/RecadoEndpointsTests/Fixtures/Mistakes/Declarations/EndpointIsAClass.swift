// An endpoint that is a class
// an endpoint is a struct
import Recado

final class DeleteFilm: Endpoint {
    static let route: Route = "DELETE /films/{id}"
    typealias Output = NoContent
    @Path var id: Int
    // error: stored property '_id' of 'Sendable'-conforming class 'DeleteFilm' is mutable
}
