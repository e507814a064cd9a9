// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoContracts
import RecadoHTTP
import RecadoInProcess
import RecadoScreens
import RecadoTesting
import Testing

@testable import RecadoApps

/// The weather app's model without its HTML, over the service.
@Suite(.timeLimit(.minutes(1)))
struct `The page model of the weather app` {
    private static let path = "/data/2.5"

    private func ask(
        _ question: WeatherQuestion,
        of client: Client,
        key: String = "recado"
    ) async -> WeatherPage {
        let calls = WeatherCalls(client.withWireTap(), key: key)
        return await WeatherPage(asking: question, of: calls)
    }

    @Test(arguments: WeatherQuestion.Form.allCases)
    func `finds the weather and the forecast of a city in JSON and XML`(
        form: WeatherQuestion.Form
    ) async throws {
        try await Services.open { services in
            let question = WeatherQuestion(
                place: "alacant",
                form: form,
                units: .imperial,
                language: "es"
            )
            let page = await ask(question, of: try services.client(Self.path))
            guard case .found(let report, let drawn, let days) = page.state.answer.value else {
                Issue.record("\(page.state.answer)")
                return
            }
            #expect(report.city == "Alicante")
            #expect(report.system?.country == "ES")
            #expect(report.readings.temperature > 50)
            let curve = try #require(drawn)
            #expect(curve.points.count == 9)
            #expect(curve.points[0].hour == 15)
            #expect(days.map(\.distance) == [0, 1, 2, 3, 4])
            #expect(page.state.cities.contains { $0.name == "Alicante" })
            let exchange = try #require(page.exchange)
            #expect(
                exchange.request.head.hasPrefix(
                    "GET /data/2.5/weather?q=alacant&units=imperial&lang=es&mode=\(form.rawValue)"
                        + "&appid=… HTTP/1.1\r\nHost: services.example\r\n"
                )
            )
            let answer = try #require(exchange.answer)
            #expect(answer.head.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(
                answer.text?.hasPrefix(form == .json ? "{\"coord\"" : "<?xml") == true,
                "\(answer.text ?? "")"
            )
        }
    }

    @Test func `describes the weather in the requested language`() async throws {
        try await Services.open { services in
            let client = try services.client(Self.path)
            var words: [String?] = []
            for language in AppLanguage.allCases {
                let question = WeatherQuestion(place: "Madrid", language: language.tag)
                let page = await ask(question, of: client)
                guard case .found(let report, _, _) = page.state.answer.value else {
                    continue
                }
                words.append(report.conditions.first?.description)
            }
            #expect(words.count == 2)
            #expect(words.first != words.last)
        }
    }

    @Test func `requests only the list of cities without a query`() async throws {
        try await Services.open { services in
            let page = await ask(WeatherQuestion(), of: try services.client(Self.path))
            #expect(page.state.answer.value == nil && page.state.trouble == nil)
            #expect(page.exchange == nil)
            #expect(page.state.cities.count > 250)
        }
    }

    @Test func `suggests cities for a misspelled one`() async throws {
        try await Services.open { services in
            let question = WeatherQuestion(place: "Alciante")
            let page = await ask(question, of: try services.client(Self.path))
            guard case .unknown(let cities) = page.state.answer.value else {
                Issue.record("\(page.state.answer)")
                return
            }
            #expect(cities.map(\.name) == ["Alicante"])
            #expect(page.exchange?.answer?.head.hasPrefix("HTTP/1.1 404") == true)
        }
    }

    @Test(
        arguments: [
            (.refused, .unreachable), (.reset, .unreachable),
            (.error(.timedOut(.waiting)), .slow), (.unavailable(), .busy),
            (.garbage(), .unreadable),
            (.drop(after: 40), .unreachable),
        ] as [(Fault, UserFacingError.Kind)]
    )
    func `distinguishes the ways in which the service fails`(
        fault: Fault,
        kind: UserFacingError.Kind
    ) async throws {
        try await Services.open { services in
            let client = try services.client(Self.path, .always(fault))
            let page = await ask(WeatherQuestion(place: "Madrid"), of: client)
            let trouble = try #require(page.state.trouble)
            #expect(trouble.kind == kind)
            #expect(trouble.isTemporary)
            #expect(page.state.cities.isEmpty)
            #expect(page.exchange?.request.head.hasPrefix("GET /data/2.5/weather") == true)
        }
    }

    @Test func `reports a refused API key without revealing it`() async throws {
        let stub = StubTransport()
        stub.on("GET /data/2.5/**", .json(WeatherError(401, "Invalid API key."), .unauthorized))
        let client = try Services.client(stub, Self.path)
        let page = await ask(WeatherQuestion(place: "Madrid"), of: client, key: "s3cr3t-key")
        let trouble = try #require(page.state.trouble)
        #expect(trouble.kind == .notSignedIn)
        #expect(!"\(trouble)".contains("s3cr3t-key"))
        #expect(page.exchange?.request.head.contains("s3cr3t-key") == false)
    }

    @Test func `shows the current weather if the service has no forecast`() async throws {
        try await Services.open { services in
            let stub = StubTransport()
            let inner = InProcessTransport(services.application)
            stub.on("GET /data/2.5/**", .json(WeatherError(404, "Internal error"), .notFound))
            stub.on("GET /data/2.5/weather?q={q}") { request throws(TransportError) in
                try await inner.send(request.request, timeouts: Timeouts())
            }
            let client = try Services.client(stub, Self.path)
            let page = await ask(WeatherQuestion(place: "Madrid"), of: client)
            guard case .found(_, let curve, let days) = page.state.answer.value else {
                Issue.record("\(page.state.answer)")
                return
            }
            #expect(curve == nil && days.isEmpty)
            #expect(page.state.cities.isEmpty)
        }
    }
}
