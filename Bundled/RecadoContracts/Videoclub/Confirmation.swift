// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP

/// A film after a change, with the members `error` and `msg`, which clients of the original service
/// read.
///
/// The original service is the server of an iOS course; see ``Videoclub``. On the wire all members
/// are on one level: `{"id": 21, "title": …, "error": false, "msg": "…"}`.
public struct Confirmation: Codable, Sendable, Hashable {
    /// The film after the change.
    public var film: Film
    /// The message that describes the change.
    public var message: String
    /// Always false, because a failure is answered with a problem whose `error` is true.
    public var isError = false

    private enum CodingKeys: String, CodingKey {
        case error
        case msg
    }

    /// Creates a confirmation.
    ///
    /// - Parameters:
    ///   - film: The film after the change.
    ///   - message: The message that describes the change.
    public init(_ film: Film, _ message: String) {
        self.film = film
        self.message = message
    }

    /// Reads the film and the message.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` when a member is missing or wrong.
    public init(from decoder: any Decoder) throws {
        film = try Film(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        isError = try container.decode(Bool.self, forKey: .error)
        message = try container.decode(String.self, forKey: .msg)
    }

    /// Writes the film and the message.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        try film.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(isError, forKey: .error)
        try container.encode(message, forKey: .msg)
    }
}

/// A film that has been added to the catalog; the answer's Location field is the film's address.
public struct FilmCreated: Codable, Sendable, Hashable, FieldCarrying {
    /// The film and the message.
    public var confirmation: Confirmation

    /// Creates a confirmation of a new film.
    ///
    /// - Parameter confirmation: The film and the message.
    public init(_ confirmation: Confirmation) {
        self.confirmation = confirmation
    }

    /// The film.
    public var film: Film { confirmation.film }

    /// Reads the film and the message.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` when a member is missing or wrong.
    public init(from decoder: any Decoder) throws {
        confirmation = try Confirmation(from: decoder)
    }

    /// Writes the film and the message.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        try confirmation.encode(to: encoder)
    }

    /// Adds a Location field with the address of the film: the path of the catalog, followed by the
    /// number.
    ///
    /// - Parameters:
    ///   - fields: The response's header section.
    ///   - request: The request that is being answered.
    public func write(to fields: inout Fields, answering request: Request) {
        var path = request.path.hasSuffix("/") ? request.path.dropLast() : request.path
        // The path may end with a format, as in `/catalog.json`; the address of the film does not.
        if let dot = path.lastIndex(of: "."), !path[dot...].contains("/") { path = path[..<dot] }
        fields[.location] = "\(path)/\(film.id)"
    }
}

/// The message about a film that has been removed.
public struct Farewell: Codable, Sendable, Hashable {
    /// Always false, because a failure is answered with a problem whose `error` is true.
    public var error = false
    /// The message that describes the change.
    public var msg: String

    /// Creates the answer.
    ///
    /// - Parameter message: The message that describes the change.
    public init(_ message: String) {
        msg = message
    }
}
