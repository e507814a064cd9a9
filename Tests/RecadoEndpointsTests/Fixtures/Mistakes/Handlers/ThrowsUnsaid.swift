// A throw in a function without `throws`
// `async throws(RentFilm.Failure) -> Film`
import Recado

func rent(_ call: RentFilm, by member: Member) async -> Film {
    throw .noSuchFilm
    // error: type 'any Error' has no member 'noSuchFilm'
}
