// An error that is not declared
// declare a case for it; what is nobody's mistake is a `HandlerError`
import Recado

func rent(_ call: RentFilm, by member: Member) async throws(RentFilm.Failure) -> Film {
    throw CancellationError()
    // error: thrown expression type 'CancellationError' cannot be converted to error type
    //     'RentFilm.Failure'
}
