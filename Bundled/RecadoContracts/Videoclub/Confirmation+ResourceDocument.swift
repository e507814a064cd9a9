// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
public import RecadoEndpoints
public import RecadoHTTP

extension Confirmation: ResourceDocument {
    /// The film, with the words about it as meta.
    ///
    /// - Parameter request: The request that is being answered.
    /// - Returns: The document.
    public func document(answering request: Request?) -> JSONAPI.TopLevel<Film> {
        JSONAPI.TopLevel(film, meta: ["error": .bool(isError), "msg": .string(message)])
    }

    /// Takes the film and the words about it out of a document.
    ///
    /// - Parameter document: The document.
    /// - Throws: `CodingError` when a member is missing.
    public init(_ document: JSONAPI.TopLevel<Film>) throws {
        self.init(try document.requireData(), try document.requireMeta("msg").stringValue ?? "")
        isError = try document.requireMeta("error").boolValue ?? false
    }
}

extension FilmCreated: ResourceDocument {
    /// That of the confirmation.
    ///
    /// - Parameter request: The request that is being answered.
    /// - Returns: The document.
    public func document(answering request: Request?) -> JSONAPI.TopLevel<Film> {
        confirmation.document(answering: request)
    }

    /// Takes the confirmation out of a document.
    ///
    /// - Parameter document: The document.
    /// - Throws: `CodingError` when a member is missing.
    public init(_ document: JSONAPI.TopLevel<Film>) throws {
        self.init(try Confirmation(document))
    }
}

extension Farewell: ResourceDocument {
    /// The words as meta, and no film.
    ///
    /// - Parameter request: The request that is being answered.
    /// - Returns: The document.
    public func document(answering request: Request?) -> JSONAPI.TopLevel<Film> {
        JSONAPI.TopLevel(nil, meta: ["error": .bool(error), "msg": .string(msg)])
    }

    /// Takes the words out of a document.
    ///
    /// - Parameter document: The document.
    /// - Throws: `CodingError` when a member is missing.
    public init(_ document: JSONAPI.TopLevel<Film>) throws {
        self.init(try document.requireMeta("msg").stringValue ?? "")
        error = try document.requireMeta("error").boolValue ?? false
    }
}
