// Handlers that fit the declarations in Videoclub.swift.

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
        throw .problem(ProblemDetails(status: .serviceUnavailable))
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

// An app's own protocol may have its own default implementations, and generic code may use the
// members of the library's protocols.
protocol MemberEndpoint: Endpoint where Caller == Member {}

extension MemberEndpoint {
    static var quota: Quota? { Quota(10, per: .seconds(60)) }
    static var formats: [Format] { [.xml] }
}

struct ListMine: MemberEndpoint {
    static let route: Route = "GET /films/mine"
    typealias Output = [Film]
}

struct Twice<Inner: Endpoint>: Endpoint {
    static var route: Route { Inner.route }
    static var success: Status { Inner.success }
    typealias Output = Inner.Output
    @Body var inner: Inner
}

func limit<E: Endpoint>(of endpoint: E.Type) -> Int { E.quota == nil ? E.contentLimit : 0 }
func status(of endpoint: any Endpoint.Type) -> Status { endpoint.success }
func words(of problem: some Problem) -> String { problem.detail ?? problem.code }
func account(of caller: any Caller) -> String? { caller.account }
