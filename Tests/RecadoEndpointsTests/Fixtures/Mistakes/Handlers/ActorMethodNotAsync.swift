// A method of an actor without `async`
// `func list(_ call: ListFilms) async -> [Film]`
import Recado

actor Club {
    func list(_ call: ListFilms) -> [Film] { [] }
}

func mount(_ club: Club, on service: inout Service) {
    service.serve(club.list)
    // error: actor-isolated instance method 'list' can not be partially applied
}
