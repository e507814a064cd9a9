// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The app for the weather from a document of the course, written with Recado. Needs a running
// `recado serve`: `swift run CourseWeather`.

import Recado

let server = CommandLine.arguments.dropFirst().first ?? "http://localhost:3000"
let sky = try Client(base: server)

// The document asks OpenWeatherMap for a city and shows its temperature, humidity, wind, country
// and description, from JSON or XML at the user's choice. The rest of the app sees both as the same
// protocol.

protocol Weather: Decodable, Sendable {
    var city: String { get }
    var country: String { get }
    var temperature: Double { get }
    var humidity: Double { get }
    var wind: Double { get }
    var description: String { get }
    var icon: String { get }
}

struct WeatherInJSON: Weather {
    var city, country, description, icon: String
    var temperature, humidity, wind: Double

    enum CodingKeys: String, PathCodingKey {
        case city = "name"
        case country = "sys.country"
        case temperature = "main.temp"
        case humidity = "main.humidity"
        case wind = "wind.speed"
        case description = "weather.0.description"
        case icon = "weather.0.icon"
    }
}

// In XML the document collects the same from attributes, as XMLParser reports them.

struct WeatherInXML: Weather {
    var city, country, description, icon: String
    var temperature, humidity, wind: Double

    enum CodingKeys: String, PathCodingKey {
        case city = "city.@name"
        case country = "city.country"
        case temperature = "temperature.@value"
        case humidity = "humidity.@value"
        case wind = "wind.speed.@value"
        case description = "weather.@value"
        case icon = "weather.@icon"
    }
}

enum Choice: String, CaseIterable {
    case json, xml
}

func weather(of city: String, as choice: Choice) async throws -> any Weather {
    let query: QueryItems = [
        "q": city, "units": "metric", "lang": "es", "appid": "demo", "mode": choice.rawValue,
    ]
    switch choice {
    case .json:
        return try await sky.get("data/2.5/weather", as: WeatherInJSON.self, query: query)
    case .xml:
        let options = CallOptions(format: .xml)
        return try await sky.get(
            "data/2.5/weather",
            as: WeatherInXML.self,
            query: query,
            with: options
        )
    }
}

for choice in Choice.allCases {
    let found = try await weather(of: "Alicante", as: choice)
    print(
        found.city,
        found.country,
        found.temperature,
        "°C",
        found.humidity,
        "%",
        found.wind,
        "m/s"
    )
    // The document loads the icon that the response names, from the same server.
    let picture = try await sky.bytes("img/w/\(found.icon).png")
    print(found.description, found.icon, picture.starts(with: [0x89] + "PNG".utf8))
}

// An unknown city gives 404, with the reason in the content, in XML too.

struct Refusal: Decodable, Error {
    var message: String
}

do {
    let query: QueryItems = ["q": "Nowhere", "appid": "demo", "mode": "xml"]
    _ = try await sky.get("data/2.5/weather", failing: Refusal.self, query: query)
} catch .failed {
    print("no such city")
} catch {
    print(error.userMessage(in: "es"))
}
