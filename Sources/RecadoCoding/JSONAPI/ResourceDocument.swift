// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A value that is a whole JSON:API document: resources, with links and meta beside them.
///
/// In every other format its own coding applies.
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

    /// Returns the document; one without data is written with its links and meta only.
    ///
    /// - Parameter request: The request that is being answered; `nil` for content of a request.
    /// - Returns: The document.
    func document(answering request: Request?) -> JSONAPI.TopLevel<Primary>

    /// Creates the value from a document.
    ///
    /// - Parameter document: The document.
    /// - Throws: `CodingError` for a part that the document lacks.
    init(_ document: JSONAPI.TopLevel<Primary>) throws
}

extension JSONAPI.TopLevel {
    /// The primary data, which is required.
    ///
    /// - Returns: The data.
    /// - Throws: `CodingError` for a document without data.
    public func requireData() throws(CodingError) -> Primary {
        guard let data else {
            throw CodingError(.keyNotFound, "expected data", pointer: "/data")
        }
        return data
    }

    /// A member of meta, which is required.
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
