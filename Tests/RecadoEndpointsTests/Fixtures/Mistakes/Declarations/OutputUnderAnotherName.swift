// Another name for the Output
// the types of an endpoint are `Output`, `Failure` and `Caller`
import Recado

struct FindFilm: Endpoint {
    // error: type 'FindFilm' does not conform to protocol 'Endpoint'
    // note: protocol requires nested type 'Output'
    static let route: Route = "GET /films/search"
    typealias Response = Film
    @Query var title: String
}
