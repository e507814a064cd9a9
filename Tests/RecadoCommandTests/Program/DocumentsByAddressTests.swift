// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(3))) struct `Documents downloaded by the command` {
    /// Answers with a document after as many spaces as the path says, or else with a stream of
    /// events.
    private struct Blanks: Handler {
        func handle(_ request: Request) -> PendingResponse {
            guard let count = Int(request.target.dropFirst()) else {
                let event = Array("data: {}\n\n".utf8)
                // The stream never ends, so a client must not wait for its end.
                let events = Content(pieces: AsyncStream { event })
                let fields: Fields = [.contentType: "text/event-stream"]
                return .now(Response(status: .ok, fields: fields, content: events))
            }
            let bytes =
                [UInt8](repeating: 0x20, count: count)
                + Array(#"{"openapi":"3.1.0","paths":{}}"#.utf8)
            return .now(Response(status: .ok, content: Content(bytes)))
        }
    }

    private func run(_ arguments: (String) -> [String]) async throws -> ProgramRun {
        var configuration = ServerConfiguration()
        configuration.trustsLoopback = true
        configuration.addresses = [.loopback(port: 0)]
        let server = Server(configuration, handler: Blanks())
        let address = try #require(try await server.start().first)
        let run = try await ProgramRun(arguments("http://\(address)"))
        await server.shutdown(grace: .zero)
        return run
    }

    @Test func `a document of 17 MB is accepted`() async throws {
        let run = try await run { ["diff", "\($0)/17000000", "\($0)/1"] }
        #expect(run.status == 0, "\(run.errors)")
    }

    @Test(arguments: [
        ["diff", "ADDRESS/1", "ADDRESS/67108864"],
        ["describe", "swift", "--openapi", "ADDRESS/67108864"],
    ])
    func `a document over 64 MiB is an error`(_ call: [String]) async throws {
        let run = try await run { base in call.map { $0.replacing("ADDRESS", with: base) } }
        #expect(run.status == 5)
        #expect(
            run.errors.contains("/67108864 is answered with more than 67108864 bytes"),
            "\(run.errors)"
        )
    }

    @Test func `an event stream is refused`() async throws {
        let run = try await run { ["describe", "swift", "--json", "\($0)/events"] }
        #expect(run.status == 5)
        #expect(run.errors.contains("/events is answered with a stream"), "\(run.errors)")
    }
}
