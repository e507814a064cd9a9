// A method that is not there
// the second error is the one to read
import Recado

actor Club {
    func list(_ call: ListFilms) async -> [Film] { [] }
}

func mount(_ club: Club, on service: inout Service) {
    service.serve(club.lists)
    // error: generic parameter 'E' could not be inferred
    // error: value of type 'Club' has no member 'lists'
}
