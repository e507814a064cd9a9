// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoContracts
import RecadoHTTP
import RecadoScreens
import RecadoTestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(1)))
struct `The screen of the three best scores` {
    private let stage: Stage
    private let calls: ScoreCalls
    private let model: Top3Model

    init() async throws {
        stage = try await Stage()
        calls = ScoreCalls(stage.clients.scores)
        model = Top3Model(calls)
    }

    private func add(_ name: String, _ total: Int) async throws {
        _ = try await calls.add(ScoreDraft(name: name, total: total), by: .json)
    }

    private var names: [String?] { model.state.scores.map(\.name) }

    @Test(arguments: ScoreCalls.ReadingWay.allCases)
    func `loads scores as JSON, as XML and by SOAP`(way: ScoreCalls.ReadingWay) async throws {
        for (name, total) in [("Ana & Óscar", 3), ("Nuria", 53), ("<Jara>", 4), ("Eva", -1)] {
            try await add(name, total)
        }
        #expect(model.state.phase == .idle)
        model.way = way
        await model.refresh()
        #expect(model.state.phase == .upToDate)
        #expect(names == ["Nuria", "<Jara>", "Ana & Óscar"])
    }

    @Test func `is in the downloading phase until the response arrives`() async throws {
        stage.network.mode = .held
        let refresh = Task { await model.refresh() }
        await until { stage.network.heldCount == 1 }
        #expect(model.state.phase == .downloading)
        #expect(!model.state.canRefresh)
        stage.network.release()
        await refresh.value
        #expect(model.state.phase == .upToDate && model.state.canRefresh)
    }

    @Test(arguments: [ScoreCalls.ReadingWay.json, .xml])
    func `reports the end of the download before the scores are decoded`(
        way: ScoreCalls.ReadingWay
    ) async throws {
        try await add("Ana", 1)
        let phases = await withCheckedContinuation { (end: CheckedContinuation<Bool, Never>) in
            let calls = calls
            Task {
                let scores = try? await calls.top(by: way) { end.resume(returning: true) }
                if scores?.count != 1 { end.resume(returning: false) }
            }
        }
        #expect(phases)
    }

    @Test func `changes from downloading to analysing and then to up to date`() {
        var state = Top3State()
        state.analyse()
        #expect(state.phase == .idle)
        let ticket = state.begin()
        #expect(state.phase == .downloading)
        state.analyse()
        #expect(state.phase == .analysing)
        state.finish(ticket, with: .success([]))
        #expect(state.phase == .upToDate)
        state.analyse()
        #expect(state.phase == .upToDate)
    }

    @Test func `shows an error for unreadable data, and keeps loaded scores as outdated`()
        async throws
    {
        stage.network.mode = .garbled
        await model.refresh()
        guard case .wrongData(let error) = model.state.phase else {
            Issue.record("\(model.state.phase)")
            return
        }
        #expect(error.kind == .unreadable)
        stage.network.mode = .up
        try await add("Ana", 1)
        await model.refresh()
        stage.network.mode = .garbled
        await model.refresh()
        guard case .outdated = model.state.phase else {
            Issue.record("\(model.state.phase)")
            return
        }
        #expect(names == ["Ana"])
        #expect(model.state.error != nil && model.state.canRefresh)
    }

    @Test func `distinguishes an unreachable server from a failing one`() async throws {
        stage.network.mode = .down
        await model.refresh()
        guard case .connectionFailed = model.state.phase else {
            Issue.record("\(model.state.phase)")
            return
        }
        for mode in [
            FaultyTransport.Mode.slow, .refusing(.internalServerError), .refusing(.notFound),
        ] {
            stage.network.mode = mode
            await model.refresh()
            guard case .failed = model.state.phase else {
                Issue.record("\(model.state.phase)")
                return
            }
        }
        stage.network.mode = .up
        await model.refresh()
        #expect(model.state.phase == .upToDate)
    }

    @Test func `stays unchanged when the call is cancelled`() async throws {
        try await add("Ana", 1)
        await model.refresh()
        stage.network.mode = .held
        let refresh = Task { await model.refresh() }
        await until { stage.network.heldCount == 1 }
        model.cancel()
        #expect(model.state.phase == .upToDate)
        await refresh.value
        #expect(model.state.phase == .upToDate && names == ["Ana"])
        let other = Task { await model.refresh() }
        await until { stage.network.heldCount == 1 }
        other.cancel()
        await other.value
        #expect(model.state.phase == .upToDate)
    }

    @Test func `a later call replaces an earlier one`() async throws {
        try await add("Ana", 1)
        stage.network.mode = .held
        let first = Task { await model.refresh() }
        await until { stage.network.heldCount == 1 }
        model.way = .xml
        let second = Task { await model.refresh() }
        await first.value
        #expect(model.state.phase == .downloading)
        await until { stage.network.heldCount == 1 }
        stage.network.release()
        await second.value
        #expect(model.state.phase == .upToDate && names == ["Ana"])
    }

    @Test func `is updated by an event stream, and keeps the scores when it ends`() async throws {
        let watch = Task { await model.watch() }
        await until { model.state.isLive }
        #expect(names.isEmpty)
        try await add("Ana", 1)
        await until { names == ["Ana"] }
        try await add("Eva", 2)
        await until { names == ["Eva", "Ana"] }
        #expect(model.state.phase == .upToDate)
        watch.cancel()
        await watch.value
        #expect(!model.state.isLive && names == ["Eva", "Ana"])
    }

    @Test func `is not live when the service refuses the event stream`() async {
        stage.network.mode = .refusing(.notFound)
        await model.watch()
        #expect(!model.state.isLive && model.state.phase == .idle)
    }
}

@MainActor @Suite(.timeLimit(.minutes(1)))
struct `The score form` {
    private let stage: Stage
    private let model: ScoreFormModel

    init() async throws {
        stage = try await Stage()
        model = ScoreFormModel(ScoreCalls(stage.clients.scores))
    }

    @Test(arguments: ScoreCalls.SendingWay.allCases)
    func `is sent as JSON, XML or a form, and by SOAP`(way: ScoreCalls.SendingWay) async throws {
        model.form = .init(name: " Pedro «el 1º» & co ", total: "125 ")
        model.way = way
        await model.send()
        let score = try #require(model.state.submission.value)
        #expect(score.name == "Pedro «el 1º» & co" && score.total == 125)
        await model.send()
        #expect(model.state.submission.value?.id == score.id + 1)
    }

    nonisolated struct Wrong: Sendable, CustomTestStringConvertible {
        let name: String
        let total: String
        let errors: [FieldError]
        var testDescription: String { "\(errors.map(\.field)) \(total)" }
    }

    nonisolated static let wrong = [
        Wrong(
            name: " ",
            total: "",
            errors: [FieldError("name", .missing), FieldError("total", .missing)]
        ),
        Wrong(name: "x", total: "1.5", errors: [FieldError("total", .notANumber)]),
        Wrong(
            name: "x",
            total: "99999999999999999999",
            errors: [FieldError("total", .numberTooLarge)]
        ),
        Wrong(
            name: String(repeating: "é", count: 256),
            total: "-1",
            errors: [FieldError("name", .tooLong(count: 256, limit: 255))]
        ),
    ]

    @Test(arguments: wrong)
    func `is not sent with invalid fields`(wrong: Wrong) async {
        model.form = .init(name: wrong.name, total: wrong.total)
        await model.send()
        #expect(model.state.submission.error?.fieldErrors == wrong.errors)
        #expect(model.state.submission.error?.isLocal == true)
        #expect(stage.network.calls.isEmpty)
    }

    @Test func `keeps its input when the service fails`() async {
        model.form = .init(name: "Ana", total: "7")
        stage.network.mode = .down
        await model.send()
        #expect(model.state.submission.error?.kind == .unreachable)
        #expect(model.form.name == "Ana")
        stage.network.mode = .up
        await model.send()
        #expect(model.state.submission.error == nil && model.state.submission.value?.total == 7)
    }

    @Test func `a second tap sends no request, and the first can be cancelled`() async {
        model.form = .init(name: "Ana", total: "7")
        stage.network.mode = .held
        let send = Task { await model.send() }
        await until { stage.network.heldCount == 1 }
        await model.send()
        #expect(stage.network.calls.count == 1)
        model.cancel()
        await send.value
        #expect(model.state.submission.value == nil && !model.state.submission.isLoading)
    }
}
