// No `throws` where a Failure is declared
// `throws(RentFilm.Failure)`, also if nothing is thrown yet
import Recado

func rent(_ call: RentFilm, by member: Member) async -> Film {
    Film(id: call.id, title: "El sur")
}

func mount(on service: inout Service) {
    service.serve(rent)
    // error: 'serve' is unavailable: a handler throws what its endpoint declares, and says so: …
}
