// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoClient
import RecadoCoding
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import RecadoServices
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

/// The responses of the service that imitates OpenWeatherMap.
@Suite(.timeLimit(.minutes(3)))
struct `The weather service` {
    private static let path = "/data/2.5/weather"
    /// 2026-07-15 13:20:00 UTC.
    private static let july: Int64 = 1_784_121_600

    private func stand(at time: Int64 = july, keys: Set<String>? = nil) throws -> Stand {
        try Stand(
            [WeatherService(keys: keys, now: { time }).service],
            pages: WeatherService.pages
        )
    }

    private func ask(_ query: String, at time: Int64 = july) async throws -> Reply {
        try await stand(at: time).send(.get, "\(Self.path)?\(query)&appid=k")
    }

    // MARK: - Refusals

    struct Refused: Sendable, CustomTestStringConvertible {
        let query: String
        let status: Int
        let content: String
        var testDescription: String { query }

        init(_ query: String, _ status: Int, _ message: String) {
            self.query = query
            self.status = status
            let code = status == 401 ? "401" : "\"\(status)\""
            content = "{\"cod\":\(code),\"message\":\"\(message)\"}"
        }
    }

    private static let noKey =
        "Invalid API key. Please see https://openweathermap.org/faq#error401 for more info."

    static let refusals = [
        Refused("q=Alicante", 401, noKey),
        Refused("q=Alicante&appid=", 401, noKey),
        Refused("lat=north&lon=1", 401, noKey),
        Refused("", 401, noKey),
        Refused("appid=k", 400, "Nothing to geocode"),
        Refused("q=&appid=k", 400, "Nothing to geocode"),
        Refused("lat=38.3&appid=k", 400, "Nothing to geocode"),
        Refused("lat=91&lon=0&appid=k", 400, "wrong latitude"),
        Refused("lat=north&lon=0&appid=k", 400, "wrong latitude"),
        Refused("lat=nan&lon=0&appid=k", 400, "wrong latitude"),
        Refused("lat=1e400&lon=0&appid=k", 400, "wrong latitude"),
        Refused("lat=0&lon=-180.5&appid=k", 400, "wrong longitude"),
        Refused("lat=0&lon=west&appid=k", 400, "wrong longitude"),
        Refused("id=alicante&appid=k", 400, "Invalid ID"),
        Refused("id=-1&appid=k", 400, "Invalid ID"),
        Refused("id=99999999999999999999&appid=k", 400, "Invalid ID"),
        Refused("id=1&appid=k", 404, "city not found"),
        Refused("q=Nowhere&appid=k", 404, "city not found"),
        Refused("q=Alicante,FR&appid=k", 404, "city not found"),
        Refused("q=%27%20OR%201%3D1%20--&appid=k", 404, "city not found"),
        Refused("q=%3Cscript%3E&mode=html&appid=k", 404, "city not found"),
        Refused("q=Nowhere&mode=xml&appid=k", 404, "city not found"),
        Refused("q=%00&appid=k", 404, "city not found"),
        Refused("zip=99999,es&appid=k", 404, "city not found"),
        Refused("zip=x&appid=k", 404, "city not found"),
        Refused("zip=03001,zz&appid=k", 404, "city not found"),
    ]

    @Test(arguments: refusals)
    func `errors have the form of OpenWeatherMap, always in JSON`(
        refused: Refused
    ) async throws {
        let reply = try await stand().send(.get, "\(Self.path)?\(refused.query)")
        #expect(reply.status == refused.status)
        #expect(reply.text == refused.content)
        #expect(reply.fields[.contentType] == "application/json; charset=utf-8")
    }

    @Test func `a service with configured API keys refuses other keys`() async throws {
        let stand = try stand(keys: ["right"])
        #expect(try await stand.send(.get, "\(Self.path)?q=Alicante&appid=right").status == 200)
        #expect(try await stand.send(.get, "\(Self.path)?q=Alicante&appid=wrong").status == 401)
    }

    @Test func `unknown paths and methods get errors of the same form`() async throws {
        let unknown = try await stand().send(.get, "/data/2.5/storms?appid=k")
        #expect(unknown.status == 404)
        #expect(unknown.value["cod"]?.stringValue == "404")
        let post = try await stand().send(.post, Self.path, json: "{}")
        #expect(post.status == 405)
        #expect(post.fields["Allow"] == "GET, HEAD, OPTIONS")
    }

    @Test(arguments: ["q=%FF%FE", "q=%", "q=%ZZ", "lang=%FF&q=Alicante"])
    func `a query with invalid UTF-8 gets a JSON response`(query: String) async throws {
        let reply = try await ask(query)
        #expect([200, 400, 404].contains(reply.status))
        #expect(reply.fields[.contentType] == "application/json; charset=utf-8")
    }

    @Test func `a city name of fifty thousand letters gets status 404`() async throws {
        let name = String(repeating: "á", count: 50_000)
        #expect(try await ask("q=\(name)").status == 404)
    }

    // MARK: - Places

    @Test(arguments: [
        "q=Alicante", "q=alicante", "q=ALICANTE,es", "q=Alacant", "q=%20Alicante%20,%20ES",
        "q=Alicante,Valencia,ES", "id=2521978", "lat=38.35&lon=-0.48", "zip=03001,es",
        "zip=03690,ES",
    ])
    func `a city is found by name, id, coordinates and postal code`(query: String) async throws {
        let reply = try await ask(query)
        #expect(reply.status == 200, "\(reply.text)")
        #expect(reply.value["id"]?.intValue == 2_521_978)
        #expect(reply.value["name"]?.stringValue == "Alicante")
        #expect(reply.value["sys"]?["country"]?.stringValue == "ES")
        #expect(reply.value["timezone"]?.intValue == 7200)
    }

    @Test(
        arguments: [
            ("M%C3%A1laga", "Málaga"), ("malaga", "Málaga"), ("Londres", "London"),
            ("London,uk", "London"), ("New%20York", "New York"), ("nueva+york", "New York"),
            ("Cordoba", "Córdoba"), ("Sao%20Paulo", "São Paulo"),
            ("vitoria+gasteiz", "Vitoria-Gasteiz"),
            ("Donostia", "San Sebastián"), ("Wien", "Vienna"),
        ] as [(String, String)]
    )
    func `cities are found regardless of accents, case and punctuation`(
        name: String,
        city: String
    ) async throws {
        #expect(try await ask("q=\(name)").value["name"]?.stringValue == city)
    }

    @Test func `the country selects among cities with the same name`() async throws {
        let spain = try await ask("q=Guadalajara,ES")
        let mexico = try await ask("q=Guadalajara,MX")
        #expect(spain.value["timezone"]?.intValue == 7200)
        #expect(mexico.value["timezone"]?.intValue == -21_600)
    }

    @Test func `the response has the requested coordinates and the nearest city`() async throws {
        let reply = try await ask("lat=77.73038&lon=41.89604")
        #expect(reply.value["coord"]?["lat"]?.doubleValue == 77.7304)
        #expect(reply.value["coord"]?["lon"]?.doubleValue == 41.896)
        #expect(reply.value["name"]?.stringValue == "Tromsø")
        #expect(try await ask("lat=-90&lon=180").status == 200)
    }

    // MARK: - Forms

    @Test func `the parameter mode selects the format regardless of Accept`() async throws {
        let stand = try stand()
        let target = "\(Self.path)?q=Alicante&appid=k&mode="
        let accept: Fields = [.accept: "text/html,application/xml;q=0.9"]
        for mode in ["", "json", "yaml", "XML"] {
            let reply = try await stand.send(.get, target + mode, fields: accept)
            #expect(reply.fields[.contentType] == "application/json; charset=utf-8", "\(mode)")
        }
        let xml = try await stand.send(.get, target + "xml", fields: [.accept: "application/json"])
        #expect(xml.fields[.contentType] == "application/xml; charset=utf-8")
        #expect(xml.text.contains(#"<city id="2521978" name="Alicante"><coord lon="-0.4815""#))
        #expect(xml.text.contains(#" unit="kelvin"></temperature>"#))
        let html = try await stand.send(.get, target + "html")
        #expect(html.fields[.contentType] == "text/html; charset=utf-8")
        #expect(html.text.contains(#"<div class="city">Alicante</div>"#))
        #expect(html.text.contains(#"<img height="45" width="45""#))
    }

    @Test func `XML and JSON of one hour have the same values`() async throws {
        let target = "\(Self.path)?q=Oslo&units=metric&appid=k&mode="
        let stand = try stand()
        let json = try await stand.send(.get, target + "json")
        var report = try JSON().decode(WeatherReport.self, from: json.text)
        let xml = try await stand.send(.get, target + "xml")
        let format = try #require(CurrentWeather.formats.first { $0 == .xml })
        let other: WeatherReport = try format.decode(
            WeatherReport.self,
            from: Array(xml.text.utf8)
        )
        (report.base, report.code, report.units) = (nil, nil, .metric)
        report.system?.type = nil
        report.system?.id = nil
        (report.readings.seaLevel, report.readings.groundLevel) = (nil, nil)
        report.clouds?.name = other.clouds?.name
        #expect(report == other)
    }

    @Test func `the parameter units changes the temperatures`() async throws {
        func temperature(_ units: String) async throws -> Double {
            let reply = try await ask("q=Alicante&units=\(units)")
            return try #require(reply.value["main"]?["temp"]?.doubleValue)
        }
        let celsius = try await temperature("metric")
        #expect(abs(try await temperature("standard") - celsius - 273.15) < 0.011)
        #expect(abs(try await temperature("nonsense") - celsius - 273.15) < 0.011)
        #expect(abs(try await temperature("imperial") - celsius * 1.8 - 32) < 0.02)
    }

    @Test func `descriptions are in the requested language`() async throws {
        var spoken: [String: String] = [:]
        for language in ["", "en", "es", "sp", "ca", "de", "pt_br", "ja", "xx", "%27"] {
            let reply = try await ask("q=Madrid&lang=\(language)")
            #expect(reply.status == 200)
            spoken[language] = reply.value["weather"]?[0]?["description"]?.stringValue
        }
        #expect(spoken["es"] != spoken["en"])
        #expect(spoken["sp"] == spoken["es"])
        #expect(spoken["ca"] != spoken["en"])
        #expect(spoken["de"] != spoken["en"])
        for english in ["", "ja", "xx", "%27"] { #expect(spoken[english] == spoken["en"]) }
    }

    @Test func `pages of other origins may read the responses`() async throws {
        let reply = try await stand().send(
            .get,
            "\(Self.path)?q=Alicante&appid=k",
            fields: ["Origin": "https://app.example"]
        )
        #expect(reply.fields["Access-Control-Allow-Origin"] == "*")
    }

    // MARK: - Over a socket

    @Test func `the request in the course document succeeds with an API key`() async throws {
        try await stand().serve { base in
            let visitor = Visitor(base: base)
            // The request as printed in the document, which lacks the key that OpenWeatherMap now
            // requires.
            let printed = try await visitor.send("\(Self.path)?q=Alicante")
            #expect(printed.status == 401)
            #expect(printed.object?["cod"] as? Int == 401)

            let json = try await visitor.send("\(Self.path)?q=Alicante&appid=XXXXXXX")
            #expect(json.status == 200)
            let main = json.object?["main"] as? [String: Any]
            let wind = json.object?["wind"] as? [String: Any]
            let sys = json.object?["sys"] as? [String: Any]
            let sky = (json.object?["weather"] as? [[String: Any]])?.first
            #expect(main?["temp"] as? Double != nil)
            #expect(main?["humidity"] as? Double != nil)
            #expect(wind?["speed"] as? Double != nil)
            #expect(sys?["country"] as? String == "ES")
            let icon = try #require(sky?["icon"] as? String)
            let picture = try await visitor.send("/img/w/\(icon).png")
            #expect(picture.status == 200)
            #expect(picture.fields["content-type"] == "image/png")

            let xml = try await visitor.send("\(Self.path)?q=Alicante&mode=xml&appid=XXXXXXX")
            let reader = ElementNames(data: xml.data)
            #expect(reader.names.contains("temperature"))
            #expect(reader.names.contains("weather"))
        }
    }

    @Test(arguments: ["json", "xml"])
    func `declared endpoints return decoded reports in JSON and XML`(mode: String) async throws {
        try await stand().serve("/data/2.5") { client in
            let call = CurrentWeather(q: "Alicante", units: .metric, mode: mode, appid: "k")
            let report = try await client.send(call)
            #expect(report.city == "Alicante")
            #expect((-10...45).contains(report.readings.temperature))
        }
    }

    @Test func `a client decodes the error of the service as its type`() async throws {
        try await stand().serve("/data/2.5") {
            $0.responseRules.errors = [ErrorModel(WeatherError.self)]
        } _: { client in
            do throws(CallError<WeatherFailure>) {
                _ = try await client.send(CurrentWeather(q: "Nowhere", appid: "k"))
                Issue.record("nowhere was found")
            } catch {
                let refusal = error.serviceError as? WeatherError
                #expect(refusal == WeatherError(404, "city not found"))
            }
        }
    }
}

/// Collects the names of a document's elements, with Foundation's own parser.
private final class ElementNames: NSObject, XMLParserDelegate {
    private(set) var names: Set<String> = []

    init(data: Data) {
        super.init()
        let parser = XMLParser(data: data)
        parser.delegate = self
        _ = parser.parse()
    }

    func parser(
        _ parser: XMLParser,
        didStartElement elementName: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        names.insert(elementName)
    }
}
