// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
public import RecadoHTTP

/// A value that is a whole document in JSON:API: resources, and what is said beside them.
///
/// In every other format it is what its own coding says.
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
    /// The type of the member `data`: a resource, an optional or an array of one.
    associatedtype Primary: Codable & Sendable

    /// The document, of which nothing but meta is written where there is no data.
    ///
    /// - Parameter request: The request that is being answered; `nil` for content of a request.
    /// - Returns: The document.
    func document(answering request: Request?) -> JSONAPI.TopLevel<Primary>

    /// Takes the value out of a document.
    ///
    /// - Parameter document: The document.
    /// - Throws: `CodingError` for a part that is missing in it.
    init(_ document: JSONAPI.TopLevel<Primary>) throws
}

extension JSONAPI.TopLevel {
    /// The primary data, which must be there.
    ///
    /// - Returns: The data.
    /// - Throws: `CodingError` for a document without data.
    public func requireData() throws(CodingError) -> Primary {
        guard let data else {
            throw CodingError(.keyNotFound, "expected data", pointer: "/data")
        }
        return data
    }

    /// A member of meta, which must be there.
    ///
    /// - Parameter name: The name.
    /// - Returns: The value.
    /// - Throws: `CodingError` for a document without it.
    public func requireMeta(_ name: String) throws(CodingError) -> Value {
        guard let value = meta?[name] else {
            throw CodingError(.keyNotFound, "expected a member", pointer: "/meta/\(name)")
        }
        return value
    }
}

extension Page: ResourceDocument where Element: Resource {
    /// The elements, with links to the other pages and, as `count`, the number of all elements.
    ///
    /// - Parameter request: The request that is being answered.
    /// - Returns: The document.
    public func document(answering request: Request?) -> JSONAPI.TopLevel<[Element]> {
        var links = JSONAPI.Links()
        if let request {
            for (relation, target) in targets(answering: request) {
                links[relation] = JSONAPI.Link(target)
            }
        }
        let meta: Value.Object = [
            "count": .number(.init(total)), "page": .number(.init(number)),
            "limit": .number(.init(limit)),
        ]
        return JSONAPI.TopLevel(elements, links: links, meta: meta)
    }

    /// Takes the elements out of a document, with its place in the whole as far as meta tells.
    ///
    /// - Parameter document: The document.
    /// - Throws: `CodingError` for a document without data.
    public init(_ document: JSONAPI.TopLevel<[Element]>) throws {
        let elements = try document.requireData()
        self.init(
            elements,
            number: document.meta?["page"]?.intValue ?? 1,
            limit: document.meta?["limit"]?.intValue ?? elements.count,
            total: document.meta?["count"]?.intValue ?? elements.count
        )
        for name in document.links.names {
            if let link = document.links[name] { note(link.href, as: name) }
        }
    }
}
