// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoEndpoints
import RecadoHTTP
import RecadoScreens
import RecadoTestSupport
import RecadoTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Errors shown on screens` {
    private func error(_ mode: FaultyTransport.Mode) async throws -> ScreenError? {
        let stage = try await Stage()
        stage.network.mode = mode
        do throws(ScreenError) {
            _ = try await stage.films.films(matching: "")
            return nil
        } catch {
            return error
        }
    }

    @Test(
        arguments: [
            (.down, .unreachable), (.slow, .slow), (.garbled, .unreadable),
            (.refusing(.serviceUnavailable), .busy), (.refusing(.internalServerError), .broken),
            (.refusing(.notFound), .missing), (.refusing(.forbidden), .notAllowed),
            (.refusing(.unauthorized), .notSignedIn), (.refusing(.conflict), .conflict),
            (.refusing(.unprocessableContent), .invalid), (.refusing(.gatewayTimeout), .slow),
            (.refusing(.notImplemented), .broken), (.refusing(.notAcceptable), .refused),
        ] as [(FaultyTransport.Mode, ScreenError.Kind)]
    )
    func `have a kind that matches the failure or status`(
        mode: FaultyTransport.Mode,
        kind: ScreenError.Kind
    ) async throws {
        let error = try #require(try await error(mode))
        #expect(error.kind == kind)
        #expect(error.report.contains("catalog") && !error.isLocal)
        let passes: Set<ScreenError.Kind> = [.unreachable, .slow, .busy, .broken, .unreadable]
        #expect(error.isTemporary == passes.contains(kind))
    }

    @Test(
        arguments: [
            (.connectionLost, .interrupted), (.tls, .insecure), (.cleartext, .insecure),
            (.protocolViolation, .unreadable), (.cannotResolve, .unreachable),
            (.cancelled, .cancelled), (.tooLarge, .tooLarge),
        ] as [(TransportError.Kind, ScreenError.Kind)]
    )
    func `have a kind that matches the transport error`(
        failure: TransportError.Kind,
        kind: ScreenError.Kind
    ) async throws {
        let transport = FaultTransport(StubTransport(), .always(.error(failure)))
        let client = try ServiceClients.client("http://services.example", transport)
        await #expect {
            do throws(CallError<Never>) {
                _ = try await client.get("x")
            } catch {
                throw ScreenError(error)
            }
        } throws: {
            ($0 as? ScreenError)?.kind == kind
        }
    }

    @Test func `state how long to wait after too many wrong logins`() async throws {
        let stage = try await Stage()
        let login = try BasicCredentials(user: "pepe", password: "no")
        var found: ScreenError?
        // The first five wrong logins have no wait.
        for _ in 0..<9 where found?.reason != .tooManyAttempts {
            do throws(ScreenError) { try await stage.films.check(login) } catch { found = error }
        }
        let error = try #require(found)
        #expect(error.kind == .busy && error.reason == .tooManyAttempts)
        #expect(error.retryDelay == .seconds(1))
        #expect(ScreenError(.busy).retryDelay == nil)
    }

    @Test func `do not contain the password`() async throws {
        let stage = try await Stage()
        let login = try BasicCredentials(user: "pepe", password: "s3cr3t")
        await #expect {
            try await stage.films.setRented(7, true, as: login)
        } throws: { error in
            !"\(error)".contains("s3cr3t") && !"\(error)".contains(login.authorization)
        }
    }

    @Test func `name the fields that the service refuses`() async throws {
        let stage = try await Stage()
        await #expect {
            do throws(CallError<Never>) {
                _ = try await stage.clients.posts.post("posts", ["body": "x"])
            } catch {
                throw ScreenError(error)
            }
        } throws: { error in
            guard let error = error as? ScreenError else { return false }
            return error.kind == .invalid && error.fieldError(of: "title") != nil
                && error.fieldError(of: "body") == nil
        }
    }
}
