// Another type than the Output is returned
// return a `Film`, or declare `typealias Output = String`
import Recado

func show(_ call: ShowFilm) async -> String { "El sur" }

func mount(on service: inout Service) {
    service.serve(show)
    // error: cannot convert value of type '… (ShowFilm) async -> String' to expected argument
    //     type '(ShowFilm) async throws -> Service.Declared<ShowFilm.Output>' (aka '…<Film>')
}
