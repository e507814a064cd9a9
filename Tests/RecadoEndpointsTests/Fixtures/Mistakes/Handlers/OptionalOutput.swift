// Nothing is returned for what is not there
// declare a failure, and throw it; or `typealias Output = Film?`
import Recado

func show(_ call: ShowFilm) async -> Film? { nil }

func mount(on service: inout Service) {
    service.serve(show)
    // error: cannot convert value of type '… (ShowFilm) async -> Film?' to expected argument
    //     type '(ShowFilm) async throws -> Service.Declared<ShowFilm.Output>' (aka '…<Film>')
}
