// Protection under another name
// `typealias Caller = Member`
import Recado

struct AddFilm: Endpoint {
    // error: type 'AddFilm' does not conform to protocol 'EndpointMisnomers'
    // error: unavailable static property 'namesItsCaller' was used to satisfy a requirement of
    //     protocol 'EndpointMisnomers': an endpoint has no 'authorization', 'authorisation' or
    //     'authentication'; who may call says 'typealias Caller = Member'
    static let route: Route = "POST /films"
    static let authorization = Member.self
    typealias Output = Film
    @Body var film: Film
}
