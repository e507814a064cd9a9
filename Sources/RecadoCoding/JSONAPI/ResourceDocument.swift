// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A value that is a whole JSON:API document: resources, with links and meta beside them.
///
/// In every other format, the type's own `Codable` conformance applies.
///
/// ```swift
/// extension Confirmation: ResourceDocument {
///     func document(answering request: Request?) -> JSONAPI.TopLevel<Film> {
///         JSONAPI.TopLevel(film, meta: ["message": .string(message)])
///     }
///
///     init(_ document: JSONAPI.TopLevel<Film>) throws { … }
/// }
/// ```
public protocol ResourceDocument: Codable, Sendable {
    /// The type of the member `data`: a resource, an optional resource or an array of resources.
    associatedtype Primary: Codable & Sendable

    /// Returns the document; a document without data is written with its links and meta only.
    ///
    /// - Parameter request: The request that is being answered; `nil` if the document is the
    ///   content of a request.
    /// - Returns: The document.
    func document(answering request: Request?) -> JSONAPI.TopLevel<Primary>

    /// Creates the value from a document.
    ///
    /// - Parameter document: The document.
    /// - Throws: `CodingError` if the document lacks a required part.
    init(_ document: JSONAPI.TopLevel<Primary>) throws
}

extension JSONAPI.TopLevel {
    /// Returns the primary data; throws if there is none.
    ///
    /// - Returns: The data.
    /// - Throws: `CodingError` for a document without data.
    public func requireData() throws(CodingError) -> Primary {
        guard let data else {
            throw CodingError(.keyNotFound, "expected data", pointer: "/data")
        }
        return data
    }

    /// Returns a member of meta; throws if it is missing.
    ///
    /// - Parameter name: The name.
    /// - Returns: The value.
    /// - Throws: `CodingError` for a document without the member.
    public func requireMeta(_ name: String) throws(CodingError) -> Value {
        guard let value = meta?[name] else {
            throw CodingError(.keyNotFound, "expected a member", pointer: "/meta/\(name)")
        }
        return value
    }
}
