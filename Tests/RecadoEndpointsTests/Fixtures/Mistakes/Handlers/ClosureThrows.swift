// A closure that throws
// a method, or `{ (call: ShowFilm) throws(ShowFilm.Failure) in … }`
import Recado

func find(_ id: Int) throws -> Film { Film(id: id, title: "El sur") }

func mount(on service: inout Service) {
    service.serve { (call: ShowFilm) in try find(call.id) }
    // error: 'serve' is unavailable: a handler throws what its endpoint declares, and says so: …
}
