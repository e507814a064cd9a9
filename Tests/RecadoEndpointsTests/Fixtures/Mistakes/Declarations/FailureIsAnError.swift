// A Failure that is an `Error`
// `enum Failure: Problem, CaseIterable`
import Recado

struct DeleteFilm: Endpoint {
    // error: type 'DeleteFilm' does not conform to protocol 'Endpoint'
    static let route: Route = "DELETE /films/{id}"
    typealias Output = NoContent
    @Path var id: Int

    enum Failure: Error {
        // note: possibly intended match 'DeleteFilm.Failure' does not conform to 'Problem'
        case noSuchFilm
    }
}
