// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import RecadoServices
import Testing

@Suite(.timeLimit(.minutes(3)))
struct `Permission to change films` {
    struct Call: Sendable, CustomTestStringConvertible {
        var name: String
        var method: RecadoHTTP.Method
        var target: String
        var json: String?
        /// The expected status for a member who did not add the film.
        var stranger = 403
        /// The expected status for the member who added the film.
        var owner = 200
        var testDescription: String { name }

        static let all = [
            Call(
                name: "create",
                method: .post,
                target: "",
                json: #"{"title":"A","year":"2001","director":"B"}"#,
                stranger: 201,
                owner: 201
            ),
            Call(name: "edit", method: .put, target: "8", json: #"{"title":"A"}"#),
            Call(name: "rent", method: .put, target: "8/rent"),
            Call(name: "return", method: .put, target: "7/return"),
            Call(name: "delete", method: .delete, target: "8"),
        ]
    }

    struct Visitor: Sendable, CustomTestStringConvertible {
        var name: String
        var user: User?
        var testDescription: String { name }

        static let strangers = [
            Visitor(name: "no credentials", user: nil),
            Visitor(name: "wrong password", user: .named("test123", password: "test124")),
            Visitor(name: "no password", user: .named("test123", password: "")),
            Visitor(
                name: "another case of the password",
                user: .named("test123", password: "TEST123")
            ),
            Visitor(name: "unknown user", user: .named("nadie", password: "test123")),
            Visitor(name: "the teacher", user: .named("profesor", password: "profesor")),
            Visitor(name: "no user", user: .named("", password: "")),
            Visitor(name: "a pattern", user: .named("%", password: "test123")),
            Visitor(name: "SQL", user: .named("' OR 1=1 --", password: "test123")),
            Visitor(name: "another scheme", user: .raw("Bearer dGVzdDEyMzp0ZXN0MTIz")),
            Visitor(name: "bad Base64", user: .raw("Basic dGVzdDEyMzp0ZXN0MTIz!")),
            Visitor(name: "no colon", user: .raw("Basic dGVzdDEyMw==")),
        ]
    }

    @Test(arguments: Call.all, Visitor.strangers)
    func `changes without valid credentials get status 401`(
        call: Call,
        visitor: Visitor
    ) async throws {
        try await Club.open { club in
            let before = try await club.snapshot()
            let reply = try await club.send(
                call.method,
                call.target,
                as: visitor.user,
                json: call.json
            )
            reply.expectProblem(401)
            #expect(
                reply.fields[.wwwAuthenticate] == #"Basic realm="Videoclub", charset="UTF-8""#
            )
            #expect(try await club.snapshot() == before)
        }
    }

    @Test(arguments: Call.all)
    func `changes of another member's film get status 403`(call: Call) async throws {
        try await Club.open { club in
            try await club.service.enrol(named: "marta", password: "un secreto")
            let before = try await club.snapshot()
            let reply = try await club.send(
                call.method,
                call.target,
                as: .other,
                json: call.json
            )
            #expect(reply.status == call.stranger)
            guard call.stranger == 403 else { return }
            reply.expectProblem(403)
            #expect(reply.value["title"] == "No tienes permisos")
            #expect(reply.value["type"] == "/videoclub/problems/not-owner")
            #expect(try await club.snapshot() == before)
        }
    }

    @Test(arguments: Call.all)
    func `the owner may change a film`(call: Call) async throws {
        try await Club.open { club in
            let before = try await club.snapshot()
            let reply = try await club.send(
                call.method,
                call.target,
                as: .guest,
                json: call.json
            )
            #expect(reply.status == call.owner, "\(reply.value)")
            #expect(reply.value["error"] == false)
            #expect(reply.value["msg"]?.stringValue?.hasPrefix("La película se ha ") == true)
            #expect(reply.fields[.cacheControl] == "no-store")
            #expect(try await club.snapshot() != before)
        }
    }

    @Test(arguments: 1...6)
    func `members cannot change the initial films of the account profesor`(id: Int) async throws {
        try await Club.open { club in
            let before = try await club.snapshot()
            for call in Call.all where call.owner == 200 {
                let ending = call.target.drop { $0 != "/" }
                try await club.send(call.method, "\(id)\(ending)", as: .guest, json: call.json)
                    .expectProblem(403)
            }
            #expect(try await club.snapshot() == before)
        }
    }

    @Test(arguments: Call.all)
    func `a missing film gets status 404, not 403`(call: Call) async throws {
        guard call.owner == 200 else { return }
        try await Club.open { club in
            let ending = call.target.drop { $0 != "/" }
            try await club.send(call.method, "999\(ending)", as: .guest, json: call.json)
                .expectProblem(404)
        }
    }

    @Test(arguments: Storage.all)
    func `missing credentials get 401 before the content is validated`(
        storage: Storage
    ) async throws {
        try await Club.open(over: storage) { club in
            // For a member, these contents would be refused with 415, 400 and 422.
            for (json, type) in [
                ("{", "text/plain"), ("{", "application/json"), ("{}", "application/json"),
            ] {
                let reply = try await club.send(
                    .post,
                    "",
                    json: json,
                    fields: [.contentType: type]
                )
                reply.expectProblem(401)
            }
        }
    }

    @Test(arguments: Storage.all)
    func `reading needs no credentials and ignores wrong ones`(storage: Storage) async throws {
        try await Club.open(over: storage) { club in
            let wrong = User.named("test123", password: "wrong")
            let list = try await club.send(.get, "", as: wrong)
            #expect(list.status == 200)
            #expect(try await club.send(.get, "1", as: wrong).status == 200)
        }
    }

    @Test(arguments: Storage.all)
    func `the case of a user name is ignored`(storage: Storage) async throws {
        try await Club.open(over: storage) { club in
            let user = User.named("Test123", password: "test123")
            let reply = try await club.send(.put, "8/rent", as: user)
            #expect(reply.status == 200)
        }
    }

    @Test(arguments: Storage.all)
    func `JSON members that callers may not set are ignored`(storage: Storage) async throws {
        try await Club.open(over: storage) { club in
            let json = """
                {"title":"A","year":"2001","director":"B","id":1,"rented":true,"owner":1,
                "created_at":"1999-01-01 00:00:00","updated_at":"1999-01-01 00:00:00"}
                """
            let created = try await club.send(.post, "", as: .guest, json: json)
            #expect(created.status == 201, "\(created.value)")
            #expect(created.value["id"]?.intValue == 21)
            let edited = try await club.send(.put, "21", as: .guest, json: json)
            #expect(edited.status == 200, "\(edited.value)")
            let film = try await club.send(.get, "21").value
            #expect(film["rented"] == false)
            #expect(film["created_at"] == "2017-01-31 10:20:30")
            #expect(film["updated_at"] == "2017-01-31 10:20:30")
            #expect(try await club.send(.get, "1").value["title"] == "El padrino")
            // The film still belongs to the guest: the owner in the content was ignored.
            #expect(try await club.send(.delete, "21", as: .guest).status == 200)
        }
    }
}
