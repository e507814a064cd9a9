// What fits the declarations in Videoclub.swift.

import Recado
import RecadoHTTP

actor Club {
    func list(_ call: ListFilms) async -> [Film] { [] }

    func rent(_ call: RentFilm, by member: Member) async throws(RentFilm.Failure) -> Film {
        throw .alreadyRented
    }

    func report(
        _ call: ReportDamage,
        by device: Device
    ) async throws(HandlerError<Never>) -> NoContent {
        throw .outage(ProblemDetails(status: .serviceUnavailable))
    }
}

func show(_ call: ShowFilm) -> Film { Film(id: call.id, title: "El sur") }

func mount(_ club: Club, on service: inout Service) {
    service.serve(club.list)
    service.serve(club.rent)
    service.serve(club.report)
    service.serve(show)
    service.serve { (call: ShowFilm) in .init(id: call.id, title: "El sur") }
    service.serve { (call: ListFilms) in [] }
    service.serve { (call: RentFilm, member) throws(RentFilm.Failure) in
        guard call.id > 0 else { throw .noSuchFilm }
        return Film(id: call.id, title: member.name)
    }
}
