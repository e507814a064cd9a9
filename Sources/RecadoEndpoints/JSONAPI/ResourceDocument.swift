// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
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

extension Page: ResourceDocument where Element: Resource {
    /// The elements, with links to the other pages; meta has the number of all elements as `count`,
    /// the number of the page as `page`, and its greatest number of elements as `limit`.
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

    /// Creates the page from the elements of a document, and from its position in the list if meta
    /// contains it.
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
