// The failure of another endpoint
// declare it here: `typealias Failure = RentFilm.Failure`
import Recado

func show(_ call: ShowFilm) async throws(RentFilm.Failure) -> Film { throw .noSuchFilm }

func mount(on service: inout Service) {
    service.serve(show)
    // error: 'serve' is unavailable: a handler throws what its endpoint declares, and says so: …
}
