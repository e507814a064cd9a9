// A service with `let`
// `var service = Service(api)`
import Recado

func list(_ call: ListFilms) async -> [Film] { [] }

func mount(_ api: API) {
    let service = Service(api)
    service.serve(list)
    // error: cannot use mutating member on immutable value: 'service' is a 'let' constant
}
