// A number for the status
// `static let success: Status = .created`
import Recado

struct AddFilm: Endpoint {
    // error: type 'AddFilm' does not conform to protocol 'Endpoint'
    static let route: Route = "POST /films"
    static let success = 201
    // note: candidate has non-matching type 'Int'
    typealias Output = Film
    @Body var film: Film
}
