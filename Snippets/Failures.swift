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

/// A club whose drawer jams whenever film 13 is returned.
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

func tellPeople(with client: Client) async {
    do {
        _ = try await client.send(ReturnFilm(id: 13))
    } catch {
        print(error.userMessage(in: "es-ES"))
        if error.isRetryable { print("it may work later") }
    }
}

let api = API(name: "club", title: "Club", version: "1.0.0", endpoints: [ReturnFilm.self])
var service = Service(api)
service.serve(Club().giveBack)
let transport = InProcessTransport(try Application([service]))
let client = try Client(base: "http://localhost/club", transport: transport)

await giveBack(7, with: client)
await giveBack(8, with: client)
await giveBack(13, with: client)
await giveBack(7, days: 90, with: client)
await tellPeople(with: client)
