// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
#if canImport(FoundationXML)
import FoundationXML
#endif

/// The weather as the course's app shows it, with all values as texts.
private struct CourseWeather: Sendable, Hashable {
    var temperature: String
    var humidity: String
    var wind: String
    var country: String
    var description: String
    var icon: String

    /// Reads the weather, or returns `nil` if any member is missing, as the exercise asks.
    init?(json: [String: Any]) {
        guard let main = json["main"] as? [String: Any],
            let temperature = main["temp"] as? Double,
            let humidity = main["humidity"] as? Int,
            let wind = (json["wind"] as? [String: Any])?["speed"] as? Double,
            let country = (json["sys"] as? [String: Any])?["country"] as? String,
            let weather = (json["weather"] as? [[String: Any]])?.first,
            let description = weather["description"] as? String,
            let icon = weather["icon"] as? String
        else { return nil }
        self.temperature = "\(temperature)"
        self.humidity = "\(humidity)"
        self.wind = "\(wind)"
        (self.country, self.description, self.icon) = (country, description, icon)
    }

    init?(events: WeatherEvents) {
        guard let temperature = events.values["temperature"].flatMap(Double.init),
            let humidity = events.values["humidity"],
            let wind = events.values["speed"].flatMap(Double.init),
            let country = events.values["country"],
            let description = events.values["weather"], let icon = events.values["icon"]
        else { return nil }
        self.temperature = "\(temperature)"
        self.humidity = humidity
        self.wind = "\(wind)"
        (self.country, self.description, self.icon) = (country, description, icon)
    }
}

/// The exercise's parser delegate, which reads attributes and the text of one element.
private final class WeatherEvents: NSObject, XMLParserDelegate {
    private(set) var values: [String: String] = [:]
    private var text = ""

    func parser(
        _ parser: XMLParser,
        didStartElement elementName: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String] = [:]
    ) {
        text = ""
        switch elementName {
        case "temperature", "humidity", "speed", "weather":
            values[elementName] = attributes["value"]
            if elementName == "weather" { values["icon"] = attributes["icon"] }
        default: break
        }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

    func parser(
        _ parser: XMLParser,
        didEndElement elementName: String,
        namespaceURI: String?,
        qualifiedName: String?
    ) {
        if elementName == "country" { values["country"] = text }
        text = ""
    }
}

/// The course's app for the weather, in which the user chooses JSON or XML, with its icon.
@Suite(.timeLimit(.minutes(3)))
struct `The weather app of the iOS course` {
    private static func data(_ url: URL) async throws -> (status: Int, data: Data) {
        let session = URLSession(configuration: .default)
        defer { session.invalidateAndCancel() }
        return try await withCheckedThrowingContinuation { done in
            let request = URLRequest(url: url)
            session.dataTask(with: request) { data, response, error in
                if let error { return done.resume(throwing: error) }
                let status = (response as? HTTPURLResponse)?.statusCode ?? 0
                done.resume(returning: (status, data ?? Data()))
            }.resume()
        }
    }

    @Test(arguments: ["Alicante", "Santiago"])
    func `shows the same weather from JSON and XML, with its icon`(city: String) async throws {
        try await CourseServer.serve { server in
            let address = "/data/2.5/weather?q=\(city)&units=metric&appid=XXXX"
            // Tries twice: the weather may change between two requests, and then stays the same for
            // an hour.
            var shown: [CourseWeather] = []
            for _ in 0..<2 where shown.count < 2 || shown[0] != shown[1] {
                let json = try await Self.data(server.url(address))
                let object = try JSONSerialization.jsonObject(with: json.data) as? [String: Any]
                let events = WeatherEvents()
                let xml = try await Self.data(server.url(address + "&mode=xml"))
                let parser = XMLParser(data: xml.data)
                parser.delegate = events
                #expect(parser.parse())
                shown = [
                    try #require(object.flatMap { CourseWeather(json: $0) }),
                    try #require(CourseWeather(events: events)),
                ]
            }
            #expect(shown[0] == shown[1])
            let icon = try await Self.data(server.url("/img/w/\(shown[0].icon).png"))
            #expect(icon.status == 200)
            #expect(icon.data.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        }
    }

    @Test func `shows no weather for an unknown city`() async throws {
        try await CourseServer.serve { server in
            let address = try server.url("/data/2.5/weather?q=Ninguna%20parte&appid=XXXX")
            let answer = try await Self.data(address)
            #expect(answer.status == 404)
            let object = try JSONSerialization.jsonObject(with: answer.data) as? [String: Any]
            #expect(object.flatMap { CourseWeather(json: $0) } == nil)
        }
    }
}
