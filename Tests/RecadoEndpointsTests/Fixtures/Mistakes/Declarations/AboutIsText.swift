// Text without the type `About`
// `static let about: About = "Adds a film."`
import Recado

struct AddFilm: Endpoint {
    // error: type 'AddFilm' does not conform to protocol 'Endpoint'
    static let route: Route = "POST /films"
    static let about = "Adds a film."
    // note: candidate has non-matching type 'String'
    typealias Output = Film
    @Body var film: Film
}
