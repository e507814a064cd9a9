// A closure that does not say its endpoint
// `{ (call: ShowFilm) in … }`
import Recado

func mount(on service: inout Service) {
    service.serve { call in Film(id: call.id, title: "El sur") }
    // error: cannot infer type of closure parameter 'call' without a type annotation
}
