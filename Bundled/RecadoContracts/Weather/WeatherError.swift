// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP

/// The reasons why the service cannot report the weather.
public enum WeatherFailure: Problem, CaseIterable {
    /// The API key is missing or unknown.
    case invalidKey
    /// The call names no place.
    case nothingToGeocode
    /// The latitude is not a number from -90 to 90.
    case wrongLatitude
    /// The longitude is not a number from -180 to 180.
    case wrongLongitude
    /// The identifier of the city is not a number.
    case invalidID
    /// There is no such city.
    case cityNotFound

    /// The status of the response: 401, 400 or 404.
    public var status: Status {
        switch self {
        case .invalidKey: .unauthorized
        case .nothingToGeocode, .wrongLatitude, .wrongLongitude, .invalidID: .badRequest
        case .cityNotFound: .notFound
        }
    }

    /// The error message, in OpenWeatherMap's words.
    public var title: String {
        switch self {
        case .invalidKey:
            "Invalid API key. Please see https://openweathermap.org/faq#error401 for more info."
        case .nothingToGeocode: "Nothing to geocode"
        case .wrongLatitude: "wrong latitude"
        case .wrongLongitude: "wrong longitude"
        case .invalidID: "Invalid ID"
        case .cityNotFound: "city not found"
        }
    }
}

/// A refusal on the wire: `{"cod":"404","message":"city not found"}`.
///
/// A client that uses this type as its error model can read the refusals of OpenWeatherMap.
public struct WeatherError: Error, Codable, Sendable, Hashable, CustomStringConvertible {
    /// The status; it is written as a number for 401 and as a text otherwise, and read from both.
    public var cod: StatusCode
    /// The error message.
    public var message: String

    /// Creates a refusal.
    ///
    /// - Parameters:
    ///   - status: The status of the answer.
    ///   - message: The error message.
    public init(_ status: Int, _ message: String) {
        cod = StatusCode(status, isText: status != 401)
        self.message = message
    }

    /// The status and the message.
    public var description: String { "\(cod.value) \(message)" }
}

/// A status that is written as a number or as a text.
public struct StatusCode: Codable, Sendable, Hashable, SchemaProviding {
    /// The status.
    public var value: Int
    /// True if the status is written as a text.
    public var isText: Bool

    /// Creates a status; it is written as a number unless `isText` is true.
    public init(_ value: Int, isText: Bool = false) {
        self.value = value
        self.isText = isText
    }

    /// Reads a number or a text of digits.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` for anything else.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            self.init(number)
            return
        }
        guard let number = Int(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "expected a status code as a number or as text"
            )
        }
        self.init(number, isText: true)
    }

    /// Writes a number or a text.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if isText {
            try container.encode(String(value))
        } else {
            try container.encode(value)
        }
    }

    /// A number or a text.
    public static var schema: Schema {
        Schema(.oneOf([.integer(100...999), .string(3...3)]))
    }

    /// An example: the status 200.
    public static var example: StatusCode { StatusCode(200) }
}
