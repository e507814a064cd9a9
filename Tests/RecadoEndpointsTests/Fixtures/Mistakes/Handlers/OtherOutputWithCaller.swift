// The same with a caller
// return a `Film`, or declare `typealias Output = String`
import Recado

func rent(_ call: RentFilm, by member: Member) async throws(RentFilm.Failure) -> String {
    throw .noSuchFilm
}

func mount(on service: inout Service) {
    service.serve(rent)
    // error: cannot convert value of type '… (RentFilm, Member) async throws(RentFilm.Failure) ->
    //     String' to expected argument type '… Service.Declared<RentFilm.Output>' (aka '…<Film>')
}
