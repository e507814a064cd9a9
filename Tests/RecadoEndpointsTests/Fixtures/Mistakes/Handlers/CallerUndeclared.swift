// A caller that is not declared
// `typealias Caller = Member` in the endpoint
import Recado

func show(_ call: ShowFilm, by member: Member) async -> Film { Film(id: 7, title: "El sur") }

func mount(on service: inout Service) {
    service.serve(show)
    // error: 'serve' is unavailable: the second parameter of a handler is the Caller that its
    //     endpoint declares; an endpoint for anyone has none
}
