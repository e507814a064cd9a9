// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoContracts
import RecadoHTTP
import RecadoScreens
import RecadoTestSupport
import RecadoTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(1)))
struct `The weather screen` {
    private let stage: Stage
    private let model: WeatherModel

    init() async throws {
        stage = try await Stage()
        model = WeatherModel(WeatherCalls(stage.clients.weather))
    }

    private var report: WeatherReport? {
        if case .found(let report, _, _) = model.state.answer.value { report } else { nil }
    }

    @Test func `shows the same weather from JSON and from XML`() async throws {
        var reports: [WeatherReport] = []
        for form in WeatherQuestion.Form.allCases {
            model.question = WeatherQuestion(place: " Alicante ", form: form, language: "es")
            await model.ask()
            reports.append(try #require(report))
        }
        #expect(stage.network.calls.contains { $0.contains("mode=xml") })
        #expect(reports[0].city == "Alicante")
        #expect(reports[0].readings.temperature == reports[1].readings.temperature)
        #expect(reports[0].readings.humidity == reports[1].readings.humidity)
        #expect(reports[0].wind?.speed == reports[1].wind?.speed)
        #expect(reports[0].system?.country == reports[1].system?.country)
        let conditions = reports.map { $0.conditions.first }
        #expect(conditions[0]?.description == conditions[1]?.description)
        #expect(conditions[0]?.icon == conditions[1]?.icon)
    }

    @Test func `includes the temperature curve and the next days`() async {
        model.question.place = "Oslo"
        await model.ask()
        guard case .found(_, let curve, let days) = model.state.answer.value else {
            Issue.record("\(model.state.answer)")
            return
        }
        #expect(curve?.points.count ?? 0 > 6)
        #expect(days.count == WeatherDay.limit)
        #expect(model.state.answered?.place == "Oslo")
    }

    @Test func `sends no request without a place`() async {
        model.question.place = " \n"
        await model.ask()
        #expect(stage.network.calls.isEmpty)
        #expect(model.state.answer.value == nil && !model.state.answer.isLoading)
    }

    @Test func `a misspelt place yields suggestions`() async {
        model.question.place = "Alicane"
        await model.ask()
        guard case .unknown(let cities) = model.state.answer.value else {
            Issue.record("\(model.state.answer)")
            return
        }
        #expect(cities.contains { $0.name == "Alicante" })
        model.question.place = "🤦🏽‍♀️"
        await model.ask()
        #expect(model.state.answer.value == .unknown([]))
    }

    @Test func `keeps the previous report when the service fails`() async {
        model.question.place = "Madrid"
        await model.ask()
        stage.network.mode = .down
        model.question.place = "Oslo"
        await model.ask()
        #expect(model.state.answer.error?.kind == .unreachable)
        #expect(report?.city == "Madrid" && model.state.answered?.place == "Madrid")
        stage.network.mode = .refusing(.unauthorized)
        await model.ask()
        #expect(model.state.answer.error?.reason == .wrongKey)
        stage.network.mode = .garbled
        await model.ask()
        #expect(model.state.answer.error?.kind == .unreadable)
    }

    @Test func `a request can be cancelled and another place requested`() async {
        stage.network.mode = .held
        model.question.place = "Madrid"
        let ask = Task { await model.ask() }
        await until { stage.network.heldCount == 2 }
        #expect(model.state.answer.isLoading)
        model.cancel()
        await ask.value
        #expect(!model.state.answer.isLoading && model.state.answer.error == nil)
        #expect(model.state.answer.value == nil && stage.network.heldCount == 0)
        stage.network.mode = .up
        model.question.place = "Oslo"
        await model.ask()
        #expect(report?.city == "Oslo")
    }

    @Test func `the latest request replaces an earlier one`() async {
        stage.network.mode = .held
        model.question.place = "Madrid"
        let first = Task { await model.ask() }
        await until { stage.network.heldCount == 2 }
        model.question.place = "Oslo"
        let second = Task { await model.ask() }
        await first.value
        await until { stage.network.heldCount == 2 }
        stage.network.release()
        await second.value
        #expect(report?.city == "Oslo")
    }

    @Test func `the list of places is loaded once and filtered by prefix`() async {
        stage.network.mode = .down
        await model.loadCities()
        #expect(model.state.cities.isEmpty)
        stage.network.mode = .up
        await model.loadCities()
        #expect(model.state.cities.contains { $0.name == "Alicante" })
        let calls = stage.network.calls.count
        await model.loadCities()
        #expect(stage.network.calls.count == calls)
        model.question.place = " ALI"
        #expect(model.state.suggestions.contains { $0.name == "Alicante" })
        #expect(model.state.suggestions.allSatisfy { $0.name.hasPrefix("Ali") })
        model.question.place = " "
        #expect(model.state.suggestions.isEmpty)
    }
}

@Suite struct `The temperature curve of a day` {
    private func report(_ time: Int, _ temperature: Double = 20) -> WeatherReport {
        WeatherReport(
            conditions: [],
            readings: .init(temperature: temperature, pressure: 1013, humidity: 50),
            time: time
        )
    }

    private func forecast(_ steps: [(Int, Double)]) -> WeatherForecast {
        WeatherForecast(
            steps.map {
                WeatherForecast.Step(
                    time: $0.0,
                    readings: .init(temperature: $0.1, pressure: 1013, humidity: 50),
                    conditions: []
                )
            },
            of: .init(name: "x", country: nil, timezone: 7200)
        )
    }

    @Test func `spans the next 24 hours in local time`() throws {
        let steps = [(3600, 1.0), (10_800, 25), (21_600, 30), (86_400, 10), (97_200, 50)]
        let curve = try #require(DayCurve(report(0), forecast(steps)))
        #expect(curve.points.map(\.temperature) == [20, 25, 30, 10])
        #expect(curve.points.map(\.hour) == [2, 5, 8, 2])
        #expect(curve.points.map(\.x) == [0, 0.125, 0.25, 1])
        #expect(curve.points.map(\.y) == [0.5, 0.75, 1, 0])
        #expect(curve.least == 10 && curve.greatest == 30)
        #expect(curve.pieces.count == 3)
        let heights = curve.pieces.flatMap { [$0.first.y, $0.second.y, $0.end.y] }
        let areInside = heights.allSatisfy { (0...1).contains($0) }
        #expect(areInside)
    }

    @Test(arguments: [Int.min, -1, 0, Int.max])
    func `accepts any timestamp and UTC offset`(time: Int) {
        let steps = [Int.min, 0, 10_800, Int.max].map { ($0, 20.0) }
        let curve = DayCurve(report(time), forecast(steps))
        #expect(curve?.points.allSatisfy { (0..<24).contains($0.hour) } ?? true)
        var far = report(10_800)
        far.utcOffset = time
        _ = DayCurve(far, forecast([(21_600, 1)]))
    }

    @Test func `does not exist without usable temperatures`() {
        #expect(DayCurve(report(0), forecast([])) == nil)
        #expect(DayCurve(report(0), forecast([(10_800, .nan)])) == nil)
        let greatest = Double.greatestFiniteMagnitude
        #expect(DayCurve(report(0, -greatest), forecast([(10_800, greatest)])) == nil)
        #expect(DayCurve(report(0), forecast([(10_800, 20)]))?.points.map(\.y) == [0.5, 0.5])
    }
}
