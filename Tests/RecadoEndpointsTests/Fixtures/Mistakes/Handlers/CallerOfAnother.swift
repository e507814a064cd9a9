// The caller of another endpoint
// take a `Member`, which `RentFilm` declares
import Recado

func rent(_ call: RentFilm, by device: Device) async throws(RentFilm.Failure) -> Film {
    throw .noSuchFilm
}

func mount(on service: inout Service) {
    service.serve(rent)
    // error: 'serve' is unavailable: the second parameter of a handler is the Caller that its
    //     endpoint declares; an endpoint for anyone has none
}
