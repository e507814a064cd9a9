// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoContracts
import RecadoHTTP
import RecadoScreens
import RecadoTestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(1)))
struct `Calls on the playground screen` {
    private let stage: Stage
    private let model: PlaygroundModel

    init() async throws {
        stage = try await Stage()
        model = PlaygroundModel(PlaygroundCalls(stage.clients.playground))
    }

    private func attempt(_ configure: (inout PlaygroundTrial) -> Void) async -> PlaygroundOutcome? {
        var trial = PlaygroundTrial()
        configure(&trial)
        model.trial = trial
        await model.attempt()
        return model.state.outcome.value
    }

    private func userCount(_ outcome: PlaygroundOutcome?) -> Int? {
        if case .users(let users) = outcome?.result { users.count } else { nil }
    }

    @Test(arguments: Playground.Writing.allCases)
    func `a user and a list are decoded from JSON and XML`(writing: Playground.Writing) async {
        let user = await attempt {
            $0.writing = writing
            $0.shape = .user
        }
        #expect(userCount(user) == 1)
        #expect(user?.reason == .value(at: nil))
        let list = await attempt {
            $0.writing = writing
            $0.shape = .list
            $0.reading = .list
        }
        #expect(userCount(list) == 3)
    }

    @Test func `values and errors are decoded at the configured paths`() async {
        let user = await attempt {
            $0.shape = .user
            $0.root = "body.data"
            $0.readRoot = "body.data"
        }
        #expect(user?.reason == .value(at: "body.data"))
        #expect(userCount(user) == 1)
        let error = await attempt {
            $0.shape = .error
            $0.errorRoot = "errors.first"
            $0.readErrorRoot = "errors.first"
            $0.status = "418"
            $0.code = "7"
        }
        guard case .error(let written) = error?.result else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(written.code == 7)
        #expect(error?.reason == .errorStatus(at: "errors.first", status: 418))
    }

    @Test func `an error in an envelope is reported even with status 200`() async {
        let error = await attempt {
            $0.shape = .envelope
            $0.manner = .envelope
            $0.code = "1"
        }
        #expect(error?.reason == .errorCode(at: "error", status: 200))
        let user = await attempt {
            $0.shape = .envelope
            $0.manner = .envelope
        }
        #expect(userCount(user) == 1)
        #expect(user?.reason == .value(at: "respuesta"))
    }

    @Test func `empty content is a value unless the rules are strict`() async {
        let nothing = await attempt { $0.status = "204" }
        #expect(nothing == PlaygroundOutcome(.nothing, because: .nothing))
        let strict = await attempt {
            $0.fault = .empty
            $0.isStrictAboutNothing = true
        }
        guard case .unreadable(200, _) = strict?.reason else {
            Issue.record("\(String(describing: strict))")
            return
        }
    }

    @Test(arguments: Playground.Fault.allCases)
    func `a faulty response yields no value`(fault: Playground.Fault) async {
        let outcome = await attempt {
            $0.shape = .user
            $0.fault = fault
        }
        switch fault {
        case .empty: #expect(outcome?.result == .nothing)
        case .malformed, .mistyped, .text, .page, .mislabelled:
            guard case .failed(let error) = outcome?.result else {
                Issue.record("\(fault): \(String(describing: outcome))")
                return
            }
            #expect(error.kind == .unreadable)
        }
    }

    @Test func `a missing error object is reported with its path and the status`() async {
        let outcome = await attempt {
            $0.shape = .user
            $0.status = "500"
            $0.readErrorRoot = "nowhere"
        }
        #expect(outcome?.reason == .noError(at: "nowhere", status: 500))
    }

    @Test func `invalid fields are named and nothing is sent`() async {
        _ = await attempt {
            $0.status = "99"
            $0.root = "a..b"
            $0.errorRoot = "1x"
            $0.code = "x"
            $0.delay = "10001"
            $0.readRoot = " "
            $0.readErrorRoot = String(repeating: "x", count: 101)
        }
        #expect(
            model.state.outcome.error?.fieldErrors == [
                FieldError("status", .outside(200...599)), FieldError("root", .notAPath),
                FieldError("errorRoot", .notAPath), FieldError("code", .notANumber),
                FieldError("delay", .outside(0...10_000)), FieldError("readRoot", .notAPath),
                FieldError("readErrorRoot", .notAPath),
            ]
        )
        #expect(stage.network.calls.isEmpty)
    }

    @Test func `a slow call can be cancelled`() async {
        stage.network.mode = .held
        let slow = Task { await model.attempt() }
        await until { stage.network.heldCount == 1 }
        #expect(model.state.outcome.isLoading)
        model.cancel()
        await slow.value
        #expect(model.state.outcome.value == nil && model.state.outcome.error == nil)
        #expect(!model.state.outcome.isLoading)
    }

    @Test func `an unreachable server yields a failure without a reason`() async {
        stage.network.mode = .down
        let outcome = await attempt { _ in }
        guard case .failed(let error) = outcome?.result else {
            Issue.record("\(String(describing: outcome))")
            return
        }
        #expect(error.kind == .unreachable && outcome?.reason == nil)
    }
}
