// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// What can go wrong with a call, on both sides, tried in the same process.

import Recado
import RecadoInProcess
import RecadoServer
import RecadoTesting

struct ReturnFilm: Endpoint {
    static let route: Route = "PUT /catalog/{id}/return"
    typealias Output = NoContent

    enum Failure: Problem, CaseIterable {
        case notRented

        var status: Status { .conflict }
        var title: String { "Not rented" }
    }

    @Path var id: Int
    @Query var days: Within<1, 30>? = nil
}

struct AddFilm: Endpoint {
    static let route: Route = "POST /catalog"
    typealias Output = NoContent

    struct Form: Codable, Sendable {
        var title: String
        var year: Within<1888, 2100>
    }

    @Body var film: Form
}

/// A club that cannot take back film 13, because its drawer jams.
struct Club: Sendable {
    func giveBack(
        _ call: ReturnFilm
    ) async throws(HandlerError<ReturnFilm.Failure>) -> NoContent {
        guard call.id != 13 else {
            throw .problem(ProblemDetails(status: .serviceUnavailable, detail: "The drawer jams."))
        }
        guard call.id == 7 else { throw .failed(.notRented) }
        return NoContent()
    }
}

func giveBack(_ id: Int, days: Within<1, 30>? = nil, with client: Client) async {
    do {
        _ = try await client.send(ReturnFilm(id: id, days: days))
        print("returned")
    } catch .failed(.notRented) {
        print("nobody has it")
    } catch .refused(.serviceUnavailable) {
        print("try again later")
    } catch {
        print(error)
        for input in error.problem?.errors ?? [] { print(input.parameter ?? "", input.detail) }
        print(error.curl)
    }
}

/// Starts a call in a closure, where the type of the error must be written out.
func start(with client: Client) -> Task<Void, Never> {
    let task = Task {
        do throws(CallError<ReturnFilm.Failure>) {
            _ = try await client.send(ReturnFilm(id: 8))
        } catch {
            print(error.userMessage(in: "es"))
        }
    }
    return task
}

func showForm(with client: Client) async {
    do {
        _ = try await client.send(AddFilm(film: .init(title: "El sur", year: 1066)))
    } catch let error where error.status == .unprocessableContent {
        for input in error.problem?.errors ?? [] {
            print(input.pointer ?? input.parameter ?? "", input.detail)
        }
    } catch {
        print(error)
    }
}

func tellPeople(with client: Client) async {
    do {
        _ = try await client.send(ReturnFilm(id: 13))
    } catch {
        print(error.userMessage(in: "es-ES"))
        if error.isRetryable { print("it may work later") }
    }
}

let api = API(
    name: "club",
    title: "Club",
    version: "1.0.0",
    endpoints: [ReturnFilm.self, AddFilm.self]
)
var service = Service(api)
service.serve(Club().giveBack)
service.serve { (_: AddFilm) in NoContent() }
let transport = InProcessTransport(try Application([service]))
let client = try Client(base: "http://localhost/club", transport: transport)

await giveBack(7, with: client)
await giveBack(8, with: client)
await giveBack(13, with: client)
await giveBack(7, days: 90, with: client)
await start(with: client).value
await showForm(with: client)
await tellPeople(with: client)
