// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import Testing

/// The videoclub over a socket, called by a client that does not use Recado.
@Suite(.timeLimit(.minutes(3)))
struct `The videoclub over a socket` {
    @Test func `films are listed, rented and returned as by the iOS course's app`() async throws {
        try await SocketCaller.serve { _, caller in
            let catalog = Club.catalog
            let list = try await caller.send("GET", catalog)
            #expect(list.status == 200)
            #expect(list.value.arrayValue?.count == 20)
            #expect(list.fields["x-total-count"] == "20")

            // The film belongs to the teacher; the app shows the server's message.
            let locked = try await caller.send("PUT", catalog + "/1/rent", as: .guest)
            #expect(locked.status == 403)
            #expect(locked.value["msg"] == "No tienes permisos")

            let rented = try await caller.send("PUT", catalog + "/8/rent", as: .guest)
            #expect(rented.status == 200)
            #expect(rented.value["error"] == false)
            #expect(rented.value["rented"] == true)
            let returned = try await caller.send("PUT", catalog + "/8/return", as: .guest)
            #expect(returned.value["msg"] == "La película se ha marcado como devuelta")
        }
    }

    @Test func `films are added, changed, found and removed`() async throws {
        try await SocketCaller.serve { _, caller in
            let catalog = Club.catalog
            let film = """
                {"title":"Amanece, que no es poco","year":1989,"director":"José Luis Cuerda",
                "poster":"","synopsis":"Un pueblo donde todo puede pasar. 🌅"}
                """
            let created = try await caller.send("POST", catalog, as: .guest, json: film)
            #expect(created.status == 201)
            #expect(created.fields["location"] == catalog + "/21")
            #expect(created.value["id"]?.intValue == 21)

            let change = #"{"year":"1988"}"#
            let edited = try await caller.send("PUT", catalog + "/21", as: .guest, json: change)
            #expect(edited.value["year"] == "1988")
            #expect(edited.value["director"] == "José Luis Cuerda")
            let found = try await caller.send("GET", catalog + "?q=jose%20luis")
            #expect(found.value[path: "0.title"] == "Amanece, que no es poco")
            #expect(found.value[path: "0.synopsis"] == "Un pueblo donde todo puede pasar. 🌅")

            let deleted = try await caller.send("DELETE", catalog + "/21", as: .guest)
            #expect(deleted.status == 200)
            #expect(deleted.value["msg"] == "La película se ha eliminado")
            #expect(try await caller.send("GET", catalog + "/21").status == 404)
        }
    }

    @Test func `a poster is served`() async throws {
        try await SocketCaller.serve { _, caller in
            let reply = try await caller.send("GET", "/videoclub/posters/el-padrino.svg")
            #expect(reply.status == 200)
            #expect(reply.fields["content-type"] == "image/svg+xml; charset=utf-8")
            #expect(reply.text.hasSuffix("</svg>\n"))
        }
    }

    @Test func `content above the size limit gets status 413`() async throws {
        try await SocketCaller.serve { club, caller in
            let before = try await club.snapshot()
            let json = "{\"synopsis\":\"\(String(repeating: "x", count: 140_000))\"}"
            let reply = try await caller.send("PUT", Club.catalog + "/8", as: .guest, json: json)
            #expect(reply.status == 413)
            #expect(try await club.snapshot() == before)
        }
    }

    @Test func `of fifty concurrent rentals of a film, one succeeds`() async throws {
        try await SocketCaller.serve { club, caller in
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<50 {
                    group.addTask {
                        try await caller.send("PUT", Club.catalog + "/8/rent", as: .guest).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.count { $0 == 200 } == 1)
            #expect(statuses.count { $0 == 409 } == 49)
            #expect(try await club.send(.get, "8").value["rented"] == true)
        }
    }
}
