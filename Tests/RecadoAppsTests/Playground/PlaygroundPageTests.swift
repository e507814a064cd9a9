// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoInProcess
import RecadoScreens
import RecadoServer
import RecadoServices
import RecadoTesting
import Testing

@testable import RecadoApps

/// The playground's model without its HTML, over the service.
@Suite(.timeLimit(.minutes(1)))
struct `The page model of the playground app` {
    private static let application = Result {
        try Application([PlaygroundService().service])
    }

    private func attempt(
        _ fault: Fault = .none,
        _ fill: (inout PlaygroundTrial) -> Void
    ) async throws -> PlaygroundPage {
        let transport = FaultTransport(
            InProcessTransport(try Self.application.get()),
            .always(fault)
        )
        let client = try Services.client(transport, "/playground").withWireTap()
        var trial = PlaygroundTrial()
        fill(&trial)
        var page = PlaygroundPage(trial)
        await page.attempt(PlaygroundCalls(client))
        return page
    }

    /// Returns the result of a trial as a short text.
    private func summary(_ page: PlaygroundPage) -> String {
        switch page.state.outcome.value?.result {
        case nil: page.state.trouble?.kind.rawValue ?? "untried"
        case .users(let users): users.map(\.name).joined(separator: ", ")
        case .nothing: "nothing"
        case .error(let error): "error \(error.code)"
        case .failed(let error): UserFacingError(error).kind.rawValue
        }
    }

    struct Choice: Sendable, CustomTestStringConvertible {
        let manner: PlaygroundTrial.Manner
        let root: String
        let errorRoot: String
        let status: String
        let expected: String
        var testDescription: String { "\(manner) “\(root)” “\(errorRoot)” \(status)" }

        init(
            _ manner: PlaygroundTrial.Manner,
            _ root: String,
            _ errorRoot: String,
            _ status: String,
            _ expected: String
        ) {
            self.manner = manner
            self.root = root
            self.errorRoot = errorRoot
            self.status = status
            self.expected = expected
        }
    }

    /// The choices in the course document's example app, each with its result.
    static let choices = [
        Choice(.status, "", "", "200", "Alicia Abad"),
        Choice(.status, "", "", "400", "invalid"),
        Choice(.status, "user", "", "200", "Carla Costa"),
        Choice(.status, "user", "", "400", "invalid"),
        Choice(.status, "", "errors", "200", "Alicia Abad"),
        Choice(.status, "", "errors", "400", "error 1"),
        Choice(.status, "user", "errors", "200", "Carla Costa"),
        Choice(.status, "user", "errors", "400", "error 1"),
        Choice(.envelope, "", "", "200", "Bruno Blasco"),
        Choice(.envelope, "", "", "400", "invalid"),
        Choice(.envelope, "user", "", "200", "Carla Costa"),
        Choice(.envelope, "", "errors", "200", "error 1"),
        Choice(.envelope, "", "errors", "400", "error 1"),
        Choice(.envelope, "user", "errors", "400", "error 1"),
    ]

    @Test(arguments: choices, Playground.Writing.allCases)
    func `every choice of the SDOSAlamofire example app has the expected outcome`(
        choice: Choice,
        writing: Playground.Writing
    ) async throws {
        let page = try await attempt { trial in
            trial.manner = choice.manner
            trial.readRoot = choice.root
            trial.readErrorRoot = choice.errorRoot
            trial.status = choice.status
            trial.writing = writing
        }
        #expect(summary(page) == choice.expected)
        #expect(page.state.outcome.value?.reason != nil)
        let start = writing == .json ? "{" : "<?xml"
        #expect(page.exchange?.answer?.text?.hasPrefix(start) == true)
    }

    @Test func `a list below a root key is decoded`() async throws {
        let page = try await attempt { trial in
            trial.shape = .list
            trial.reading = .list
            trial.root = "body.data"
            trial.readRoot = "body.data"
        }
        #expect(summary(page) == "Alicia Abad, Bruno Blasco, Carla Costa")
        #expect(page.state.outcome.value?.reason?.words.spanish.contains("«body.data»") == true)
    }

    @Test(
        arguments: [
            (.malformed, "unreadable"), (.mistyped, "unreadable"), (.text, "unreadable"),
            (.page, "unreadable"), (.mislabelled, "unreadable"), (.empty, "nothing"),
        ] as [(Playground.Fault, String)]
    )
    func `faulty content is reported as unreadable or empty`(
        fault: Playground.Fault,
        expected: String
    ) async throws {
        let page = try await attempt { trial in
            trial.shape = .user
            trial.fault = fault
        }
        #expect(summary(page) == expected)
        #expect(page.state.outcome.value?.reason != nil)
    }

    @Test(arguments: [("204", "nothing"), ("200", "unreadable")])
    func `the strict option accepts an empty response only with status 204`(
        status: String,
        expected: String
    ) async throws {
        let page = try await attempt { trial in
            trial.fault = .empty
            trial.status = status
            trial.isStrictAboutNothing = true
        }
        #expect(summary(page) == expected)
    }

    @Test func `a service that does not answer is reported as unreachable`() async throws {
        let page = try await attempt(.refused) { _ in }
        #expect(summary(page) == "unreachable")
        #expect(page.exchange?.answer == nil)
    }

    @Test func `invalid settings are reported without a call`() async throws {
        let page = try await attempt { trial in
            trial.status = "199"
            trial.root = "a..b"
            trial.errorRoot = "1"
            trial.code = "x"
            trial.delay = "10001"
            trial.readRoot = "."
            trial.readErrorRoot = "a b"
        }
        let trouble = try #require(page.state.trouble)
        #expect(
            trouble.fieldMessages.map(\.field) == [
                "status", "root", "errorRoot", "code", "delay", "readRoot", "readErrorRoot",
            ]
        )
        let path = "Names with dots between them, such as body.data."
        #expect(
            trouble.fieldMessages.map(\.words.english) == [
                "A status is from 200 to 599.", path, path, "A whole number.",
                "From 0 to 10,000 milliseconds.", path, path,
            ]
        )
        #expect(trouble.words.spanish == "Hay algo que no puede ser.")
        #expect(page.exchange == nil)
    }
}
