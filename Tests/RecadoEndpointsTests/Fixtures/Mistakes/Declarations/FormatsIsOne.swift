// One format for a list of them
// `static let formats: [Format] = [.xml]`
import Recado

struct AddFilm: Endpoint {
    // error: type 'AddFilm' does not conform to protocol 'Endpoint'
    static let route: Route = "POST /films"
    static let formats = Format.xml
    // note: candidate has non-matching type 'Format'
    typealias Output = Film
    @Body var film: Film
}
