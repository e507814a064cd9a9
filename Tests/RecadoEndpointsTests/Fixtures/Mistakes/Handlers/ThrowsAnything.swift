// `throws` without a type
// no `throws`, or `throws(E.Failure)` with the failure declared
import Recado

func list(_ call: ListFilms) async throws -> [Film] { [] }

func mount(on service: inout Service) {
    service.serve(list)
    // error: 'serve' is unavailable: a handler throws what its endpoint declares, and says so:
    //     'throws(RentFilm.Failure)'; without a declared Failure it does not throw
}
