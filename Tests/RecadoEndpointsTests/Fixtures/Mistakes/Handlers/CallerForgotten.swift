// The caller is forgotten
// `func rent(_ call: RentFilm, by member: Member)`
import Recado

func rent(_ call: RentFilm) async throws(RentFilm.Failure) -> Film { throw .noSuchFilm }

func mount(on service: inout Service) {
    service.serve(rent)
    // error: 'serve' is unavailable: the endpoint has a Caller, and its handler takes it:
    //     'func rent(_ call: RentFilm, by member: Member)'
}
