// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoContracts
import RecadoDescriptions
import RecadoEndpoints
import RecadoHTTP
import RecadoServices
import Testing

/// Some services imitate other servers; their documents describe responses like those servers'.
@Suite struct `OpenAPI documents of services that imitate others` {
    private func responses(_ service: Service, _ path: String) throws -> Value {
        let document = try JSON().value(from: OpenAPI(service).json())
        let item = document["paths"]?[path]
        return try #require(item?["get"]?["responses"])
    }

    @Test func `errors of the weather service have OpenWeatherMap's form, in JSON`() throws {
        for path in ["/weather", "/forecast", "/cities"] {
            let responses = try responses(WeatherService().service, path)
            for status in ["400", "401", "404", "default"] {
                let content = try #require(responses[status]?["content"]?.objectValue)
                #expect(content.map(\.key) == ["application/json"])
                let properties = content["application/json"]?["schema"]?["properties"]
                #expect(properties?["cod"]?["oneOf"] != nil)
                #expect(properties?["message"]?["type"] == "string")
            }
        }
    }

    @Test func `the scores service has HTML pages and errors in the form of Rails`() throws {
        let paths = try OpenAPI(Scores.api).value["paths"]
        let list = paths?["/scores"]?["get"]?["responses"]
        let found = try #require(list?["200"]?["content"]?.objectValue)
        #expect(Set(found.map(\.key)) == ["application/json", "application/xml", "text/html"])
        #expect(found["application/xml"]?["schema"]?["xml"]?["name"] == "scores")
        let create = paths?["/scores"]?["post"]?["responses"]
        #expect(create?["302"]?["content"]?.objectValue?.map(\.key) == ["text/html"])
        let invalid = create?["422"]?["content"]?["application/json"]?["schema"]?["properties"]
        #expect(invalid?["name"]?["type"] == "array")
        let missing = paths?["/scores/{id}"]?["get"]?["responses"]?["404"]?["content"]
        #expect(missing?["application/json"]?["schema"]?["required"] == ["status", "error"])
        #expect(missing?["application/problem+json"] == nil)
        #expect(paths?["/scores/{id}"]?["delete"]?["responses"]?["204"]?["content"] == nil)
    }

    @Test func `the film database reports a missing film with status 200`() throws {
        let responses = try responses(FilmDatabaseService().service, "/")
        let content = try #require(responses["200"]?["content"]?.objectValue)
        #expect(
            Set(content.map(\.key)) == ["application/json", "text/xml", "application/javascript"]
        )
        let shapes = content["application/json"]?["schema"]?["oneOf"]?.arrayValue ?? []
        let truths = shapes.map { $0[path: "properties.Response.enum.0"]?.stringValue }
        #expect(truths == ["True", "True", "False"])
        #expect(responses["401"]?["content"]?["application/problem+json"] == nil)
    }

    @Test func `users of the playground have their dates in a nested object`() throws {
        let document = try JSON().value(from: OpenAPI(PlaygroundService().service).json())
        let users = document[path: "components.schemas"]?.objectValue?.filter {
            $0.value[path: "properties.fechas.properties.nacimiento"] != nil
        }
        #expect(users?.isEmpty == false)
        #expect("\(document)".contains("fechas.nacimiento") == false)
    }
}
