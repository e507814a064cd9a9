// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
public import RecadoHTTP

extension Confirmation: ResourceDocument {
    /// Returns the film, with the message in `meta`.
    ///
    /// - Parameter request: The request that is being answered.
    /// - Returns: The document.
    public func document(answering request: Request?) -> JSONAPI.TopLevel<Film> {
        JSONAPI.TopLevel(film, meta: ["error": .bool(isError), "msg": .string(message)])
    }

    /// Reads the film and the message from a document.
    ///
    /// - Parameter document: The document.
    /// - Throws: `CodingError` when a member is missing.
    public init(_ document: JSONAPI.TopLevel<Film>) throws {
        self.init(try document.requireData(), try document.requireMeta("msg").stringValue ?? "")
        isError = try document.requireMeta("error").boolValue ?? false
    }
}

extension FilmCreated: ResourceDocument {
    /// Returns the document of the confirmation.
    ///
    /// - Parameter request: The request that is being answered.
    /// - Returns: The document.
    public func document(answering request: Request?) -> JSONAPI.TopLevel<Film> {
        confirmation.document(answering: request)
    }

    /// Reads the confirmation from a document.
    ///
    /// - Parameter document: The document.
    /// - Throws: `CodingError` when a member is missing.
    public init(_ document: JSONAPI.TopLevel<Film>) throws {
        self.init(try Confirmation(document))
    }
}

extension Farewell: ResourceDocument {
    /// Returns the message in `meta`, without a film.
    ///
    /// - Parameter request: The request that is being answered.
    /// - Returns: The document.
    public func document(answering request: Request?) -> JSONAPI.TopLevel<Film> {
        JSONAPI.TopLevel(nil, meta: ["error": .bool(error), "msg": .string(msg)])
    }

    /// Reads the message from a document.
    ///
    /// - Parameter document: The document.
    /// - Throws: `CodingError` when a member is missing.
    public init(_ document: JSONAPI.TopLevel<Film>) throws {
        self.init(try document.requireMeta("msg").stringValue ?? "")
        error = try document.requireMeta("error").boolValue ?? false
    }
}
