// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import RecadoServices
import Testing

/// Problems whose texts come from the framework are in the caller's language too.
@Suite(.timeLimit(.minutes(3)))
struct `The language of the videoclub's error responses` {
    struct Refused: Sendable, CustomTestStringConvertible {
        let method: RecadoHTTP.Method
        let target: String
        var json: String?
        var fields: Fields = [:]
        var user: User?
        let status: Int
        let english: String
        let spanish: String
        var testDescription: String { "\(status) \(english)" }

        static let all = [
            Refused(
                method: .get,
                target: "/videoclub/nothing",
                status: 404,
                english: "Not Found",
                spanish: "No encontrado"
            ),
            Refused(
                method: .patch,
                target: "",
                status: 405,
                english: "Method Not Allowed",
                spanish: "Método no permitido"
            ),
            Refused(
                method: .get,
                target: "",
                fields: [.accept: "image/png"],
                status: 406,
                english: "Not Acceptable",
                spanish: "No aceptable"
            ),
            Refused(
                method: .post,
                target: "",
                json: "x",
                fields: [.contentType: "text/csv"],
                user: .guest,
                status: 415,
                english: "Unsupported Media Type",
                spanish: "Tipo de contenido no admitido"
            ),
            Refused(
                method: .post,
                target: "",
                json: "{}",
                status: 401,
                english: "Unauthorized",
                spanish: "Sin credenciales válidas"
            ),
            Refused(
                method: .post,
                target: "",
                json: #"{"title":1}"#,
                user: .guest,
                status: 422,
                english: "Unprocessable Content",
                spanish: "Contenido no procesable"
            ),
            Refused(
                method: .post,
                target: "",
                json: #"{"title":"\#(String(repeating: "x", count: 140_000))"}"#,
                user: .guest,
                status: 413,
                english: "Content Too Large",
                spanish: "Contenido demasiado grande"
            ),
        ]
    }

    @Test(arguments: Refused.all, [Videoclub.Manner.declared, .course])
    func `follows Accept-Language, but the member msg is Spanish with --course`(
        refused: Refused,
        manner: Videoclub.Manner
    ) async throws {
        try await Club.open(manner: manner) { club in
            for (wish, language) in [
                (nil, "en"), ("es", "es"), ("es-AR, en;q=0.5", "es"), ("en, es;q=0.5", "en"),
                ("fr", "en"), ("*", "en"),
            ] as [(String?, String)] {
                var fields = refused.fields
                fields[.acceptLanguage] = wish
                let reply = try await club.send(
                    refused.method,
                    refused.target,
                    as: refused.user,
                    json: refused.json,
                    fields: fields
                )
                #expect(reply.status == refused.status)
                let title = language == "es" ? refused.spanish : refused.english
                #expect(reply.value["title"]?.stringValue == title, "\(wish ?? "")")
                #expect(reply.fields[.contentLanguage] == language)
                #expect(reply.fields[values: .vary].joined().contains("Accept-Language"))
                let message = manner == .course ? refused.spanish : title
                #expect(reply.value["msg"]?.stringValue == message)
            }
        }
    }

    /// Refuses every request with one status, as an overloaded server does.
    private struct Refusing: Middleware {
        let status: Status

        func handle(
            _ request: Request,
            context: RequestContext,
            next: Next
        ) -> PendingResponse {
            var problem = ProblemDetails(status: status)
            problem.retryAfter = .seconds(7)
            return .now(next.refuse(request, with: problem))
        }
    }

    @Test(
        arguments: [
            (429, "Too Many Requests", "Demasiadas peticiones"),
            (503, "Service Unavailable", "Servicio no disponible"),
        ],
        [Videoclub.Manner.declared, .course]
    )
    func `follows Accept-Language in responses 429 and 503`(
        refused: (status: Int, english: String, spanish: String),
        manner: Videoclub.Manner
    ) async throws {
        try await Club.open(manner: manner) { club in
            var service = club.service.service
            switch refused.status {
            case 429: service.quota = Quota(1, per: .seconds(3_600))
            default: service.use(Refusing(status: .serviceUnavailable))
            }
            let stand = try Stand([service])
            if refused.status == 429 { _ = try await stand.send(.get, Club.catalog) }
            for (wish, language) in [
                (nil, "en"), ("es", "es"), ("es-AR, en;q=0.5", "es"), ("en, es;q=0.5", "en"),
            ] as [(String?, String)] {
                for target in [Club.catalog, Club.catalog + "/1", Club.catalog + "/999"] {
                    var fields: Fields = [:]
                    fields[.acceptLanguage] = wish
                    let reply = try await stand.send(.get, target, fields: fields)
                    #expect(reply.status == refused.status)
                    #expect(reply.fields[.retryAfter] != nil)
                    let title = language == "es" ? refused.spanish : refused.english
                    #expect(reply.value["title"]?.stringValue == title, "\(wish ?? "")")
                    #expect(reply.fields[.contentLanguage] == language)
                    #expect(reply.fields[values: .vary].joined().contains("Accept-Language"))
                    let message = manner == .course ? refused.spanish : title
                    #expect(reply.value["msg"]?.stringValue == message)
                }
            }
        }
    }

    @Test func `is not negotiated for declared failures`() async throws {
        try await Club.open { club in
            let reply = try await club.send(.get, "999", fields: [.acceptLanguage: "en"])
            #expect(reply.status == 404)
            #expect(reply.fields[.contentLanguage] == nil)
            let list = try await club.send(.get, "", fields: [.acceptLanguage: "es"])
            #expect(list.status == 200 && list.fields[.contentLanguage] == nil)
            #expect(list.fields[values: .vary].joined().contains("Accept-Language") == false)
        }
    }

    @Test(
        arguments: [
            ([0x61, 0xF1, 0x3A, 0x78], "The user name and the password are not UTF-8."),
            ([0x61, 0x3A, 0xF1, 0x78], "The user name and the password are not UTF-8."),
            ([0x61, 0x62], "Expected a colon between the user name and the password."),
            ([0x61, 0x3A, 0x07], "The user name or the password has control characters."),
        ] as [([UInt8], String)]
    )
    func `malformed credentials get 401 with the reason in that language`(
        bytes: [UInt8],
        words: String
    ) async throws {
        try await Club.open { club in
            let value = "Basic " + Base64.encode(bytes)
            let reply = try await club.send(
                .post,
                "",
                json: "{}",
                fields: [.authorization: value]
            )
            #expect(reply.status == 401)
            #expect(reply.value["detail"]?.stringValue == words)
            #expect(reply.fields[.wwwAuthenticate]?.contains(#"charset="UTF-8""#) == true)
            let odd = try await club.send(
                .post,
                "",
                json: "{}",
                fields: [.authorization: "Basic %%%", .acceptLanguage: "es"]
            )
            #expect(
                odd.value["detail"]?.stringValue == "Las credenciales no están en Base64."
            )
            let other = try await club.send(
                .post,
                "",
                json: "{}",
                fields: [.authorization: "Bearer x"]
            )
            #expect(
                other.value["detail"]?.stringValue == "Expected credentials of the scheme Basic."
            )
        }
    }
}
