// A quota of the type `Quota`
// `static let quota: Quota? = Quota(10, per: .seconds(60))`
import Recado

struct AddFilm: Endpoint {
    // error: type 'AddFilm' does not conform to protocol 'Endpoint'
    static let route: Route = "POST /films"
    static let quota = Quota(10, per: .seconds(60))
    // note: candidate has non-matching type 'Quota'
    typealias Output = Film
    @Body var film: Film
}
