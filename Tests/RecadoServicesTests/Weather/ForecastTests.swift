// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoServices
import Testing

/// The forecasts and the list of cities of the service that imitates OpenWeatherMap.
@Suite(.timeLimit(.minutes(3)))
struct `Weather forecasts` {
    /// 2026-07-15 13:20:00 UTC.
    private static let july: Int64 = 1_784_121_600

    private func stand(at time: Int64 = july) throws -> Stand {
        try Stand([WeatherService(now: { time }).service])
    }

    private func ask(_ query: String) async throws -> Reply {
        try await stand().send(.get, "/data/2.5/forecast?appid=k&\(query)")
    }

    @Test func `have steps of three hours from the next multiple of three hours`() async throws {
        let reply = try await ask("q=Alicante&units=metric&lang=es")
        #expect(reply.status == 200)
        let forecast = try JSON().decode(WeatherForecast.self, from: reply.text)
        #expect(forecast.city.name == "Alicante")
        #expect(forecast.city.country == "ES")
        #expect(forecast.city.timezone == 7200)
        #expect(forecast.cnt == 40)
        #expect(forecast.list.count == 40)
        #expect(forecast.list.first?.timeText == "2026-07-15 15:00:00")
        #expect(forecast.list.last?.timeText == "2026-07-20 12:00:00")
        for (step, next) in zip(forecast.list, forecast.list.dropFirst()) {
            #expect(next.time - step.time == 10_800)
            #expect((-10...45).contains(step.readings.temperature))
            #expect((0...1).contains(step.probability ?? -1))
            #expect((step.probability ?? 0) > 0 || step.rain == nil)
        }
        #expect(reply.text.hasPrefix(#"{"cod":"200","message":0"#))
        #expect(reply.text.contains(#""sys":{"pod":"d"}"#))
    }

    @Test func `agree with the current weather at the forecast hour`() async throws {
        let step = try await ask("q=Oslo&cnt=1").value["list"]?[0]
        let then = try stand(at: Self.july + 6000)
        let now = try await then.send(.get, "/data/2.5/weather?q=Oslo&appid=k").value
        #expect(step?["dt"]?.intValue == 1_784_127_600)
        #expect(step?["dt"] == now["dt"])
        #expect(step?["main"] == now["main"])
        #expect(step?["weather"] == now["weather"])
        #expect(step?["wind"] == now["wind"])
    }

    @Test(
        arguments: [("1", 1), ("8", 8), ("40", 40), ("41", 40), ("0", 40), ("-3", 40), ("x", 40)]
            as [(String, Int)]
    )
    func `have the requested number of steps, at most five days`(
        count: String,
        expected: Int
    ) async throws {
        let value = try await ask("q=Oslo&cnt=\(count)").value
        #expect(value["cnt"]?.intValue == expected)
        #expect(value["list"]?.arrayValue?.count == expected)
    }

    @Test(
        arguments: [
            ("q=Nowhere", 404, "city not found"), ("q=", 400, "Nothing to geocode"),
            ("lat=91&lon=0", 400, "wrong latitude"), ("id=x", 400, "Invalid ID"),
        ] as [(String, Int, String)]
    )
    func `refuse invalid requests like the current weather`(
        query: String,
        status: Int,
        message: String
    ) async throws {
        let reply = try await ask(query)
        #expect(reply.status == status)
        #expect(reply.text == "{\"cod\":\"\(status)\",\"message\":\"\(message)\"}")
    }

    @Test func `need an API key, unlike the list of cities`() async throws {
        let stand = try stand()
        #expect(try await stand.send(.get, "/data/2.5/forecast?q=Oslo").status == 401)
        let reply = try await stand.send(.get, "/data/2.5/cities")
        #expect(reply.status == 200)
        let cities = try JSON().decode([ListedCity].self, from: reply.text)
        #expect(cities.count > 250)
        #expect(Set(cities.map(\.id)).count == cities.count)
        let alicante = cities.first { $0.name == "Alicante" }
        #expect(alicante?.id == 2_521_978)
        #expect(alicante?.country == "ES")
    }

    @Test func `every listed city is found by its name and country`() async throws {
        let stand = try stand()
        let reply = try await stand.send(.get, "/data/2.5/cities")
        for city in try JSON().decode([ListedCity].self, from: reply.text) {
            let name = PercentEncoding.encode("\(city.name),\(city.country)", keeping: .unreserved)
            let found = try await stand.send(.get, "/data/2.5/weather?appid=k&q=\(name)")
            #expect(found.value["id"]?.intValue == city.id, "\(city.name)")
        }
    }

    @Test(
        arguments: [
            ("ali", "Alicante"), ("ÁLI", "Alicante"), ("Londr", "London"), ("york", "New York"),
            ("Alciante", "Alicante"), ("Madird,ES", "Madrid"), ("Olso", "Oslo"),
        ] as [(String, String)]
    )
    func `cities are suggested for the beginning of a name or a misspelling`(
        text: String,
        city: String
    ) async throws {
        let query = PercentEncoding.encode(text, keeping: .unreserved)
        let reply = try await stand().send(.get, "/data/2.5/cities?q=\(query)")
        let cities = try JSON().decode([ListedCity].self, from: reply.text)
        #expect(cities.contains { $0.name == city }, "\(cities.map(\.name))")
        #expect(cities.count <= 10)
    }

    @Test(arguments: ["", "%20", ",ES", "qqqqqq", "%00", "%F0%9F%8C%A7"])
    func `queries that match no city get no suggestions`(query: String) async throws {
        let reply = try await stand().send(.get, "/data/2.5/cities?q=\(query)")
        #expect(reply.text == "[]")
    }

    @Test func `are read through the declared endpoints`() async throws {
        try await stand().serve("/data/2.5") { client in
            let call = ForecastWeather(q: "Madrid", units: .metric, steps: 8, appid: "k")
            let forecast = try await client.send(call)
            #expect(forecast.city.name == "Madrid")
            #expect(forecast.list.count == 8)
            #expect(try await client.send(ListCities()).contains { $0.name == "Madrid" })
        }
    }
}
