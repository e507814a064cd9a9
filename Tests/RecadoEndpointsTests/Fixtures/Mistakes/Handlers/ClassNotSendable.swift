// A method of a class
// an actor, or a class that is `Sendable`
import Recado

final class Club {
    var films: [Film] = []
    func list(_ call: ListFilms) async -> [Film] { films }
}

func mount(_ club: Club, on service: inout Service) {
    service.serve(club.list)
    // error: converting non-Sendable function value to '… @Sendable (ListFilms) async -> …' (aka …)
    //     may introduce data races
}
