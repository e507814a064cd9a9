// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoEndpoints
import RecadoHTTP
import RecadoTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Error messages for users` {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var stub: StubTransport
        var english: String
        var spanish: String
        var testDescription: String { name }

        init(_ name: String, _ stub: StubTransport, _ english: String, _ spanish: String) {
            (self.name, self.stub, self.english, self.spanish) = (name, stub, english, spanish)
        }

        init(_ kind: TransportError.Kind, _ english: String, _ spanish: String) {
            let stub = StubTransport { _ throws(TransportError) in
                throw TransportError(kind, "secret.example.org")
            }
            self.init("\(kind)", stub, english, spanish)
        }

        init(_ status: Status, _ english: String, _ spanish: String) {
            let problem = #"{"title":"secret","status":\#(status.code)}"#
            let type: Fields = [.contentType: "application/problem+json"]
            self.init("\(status)", StubTransport(status, type, problem), english, spanish)
        }
    }

    static let cases: [Case] = [
        Case(.cannotResolve, "cannot be reached", "No se puede acceder"),
        Case(.cannotConnect, "cannot be reached", "No se puede acceder"),
        Case(.connectionLost, "interrupted", "interrumpido"),
        Case(.timedOut(.waiting), "too long", "demasiado en responder"),
        Case(.tls, "secure", "segura"),
        Case(.cleartext, "secure", "segura"),
        Case(.redirectRefused, "secure", "segura"),
        Case(.protocolViolation, "understood", "entender"),
        Case(.undecodable, "understood", "entender"),
        Case(.cancelled, "cancelled", "cancelado"),
        Case(.released, "cancelled", "cancelado"),
        Case(.unauthenticated, "sign in", "iniciar sesión"),
        Case(.invalidRequest, "could not be sent", "No se ha podido enviar"),
        Case(.tooLarge, "too large", "demasiado grande"),
        Case(.failed, "cannot be reached", "No se puede acceder"),
        Case(.badRequest, "not right", "no es correcto"),
        Case(.unauthorized, "sign in", "iniciar sesión"),
        Case(.forbidden, "not allowed", "permiso"),
        Case(.notFound, "not there", "no existe"),
        Case(.gone, "not there", "no existe"),
        Case(.requestTimeout, "too long", "demasiado en responder"),
        Case(.conflict, "as things stand", "en este momento"),
        Case(.contentTooLarge, "too large", "demasiado grande"),
        Case(.unprocessableContent, "not right", "no es correcto"),
        Case(.tooManyRequests, "busy", "ocupado"),
        Case(.serviceUnavailable, "busy", "ocupado"),
        Case(.internalServerError, "problem", "problema"),
        Case(.gatewayTimeout, "too long", "demasiado en responder"),
        Case(.found, "did not do this", "no ha podido hacer esto"),
        Case("text", StubTransport(json: #""secret""#), "understood", "entender"),
    ]

    /// Technical terms that a message for users must not contain.
    static let technicalWords = [
        "http", "tls", "ssl", "json", "url", "server", "servidor", "request", "petición", "status",
        "timeout", "dns", "host", "error", "certificate", "secret", "…", "/", "nil",
    ]

    @Test(arguments: cases)
    func `each kind of error has a sentence without technical words`(example: Case) async throws {
        let client = try Client(example.stub)
        let error = await callError { () throws(CallError<Never>) in
            let _: Film = try await client.get("films/7?token=secret")
        }
        let found = try #require(error)
        let english = found.userMessage()
        let spanish = found.userMessage(in: "es")
        #expect(english.contains(example.english), "\(english)")
        #expect(spanish.contains(example.spanish), "\(spanish)")
        for text in [english, spanish] {
            #expect(text.hasSuffix(".") && text.first?.isUppercase == true)
            #expect(!text.contains { $0.isNumber || $0.isNewline })
            let words = text.lowercased()
            for word in Self.technicalWords { #expect(!words.contains(word), "\(text)") }
        }
        let any: any AnyCallError = found
        #expect(any.userMessage() == english)
    }

    @Test(arguments: [
        ("es", true), ("es-ES", true), ("ES_mx.UTF-8", true), ("spa", true), ("en", false),
        ("en-US", false), ("est", false), ("ca", false), ("", false), ("-es", false), ("C", false),
    ])
    func `the language is chosen by a language tag or locale name`(tag: String, isSpanish: Bool) {
        let error = CallError<Never>.timedOut
        let message = error.userMessage(in: tag)
        #expect(message.hasPrefix(isSpanish ? "El servicio" : "The service"))
    }

    @Test
    func `errors without a request have a sentence, too`() {
        let failed = CallError<RentFilm.Failure>.failed(.alreadyRented)
        #expect(failed.userMessage().contains("as things stand"))
        #expect(CallError<Never>.unreachable.userMessage().contains("reached"))
        #expect(CallError<Never>.refused.userMessage().contains("did not do"))
    }
}
