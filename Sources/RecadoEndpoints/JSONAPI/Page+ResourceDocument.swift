// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
public import RecadoHTTP

extension Page: ResourceDocument where Element: Resource {
    /// Returns the elements, with links to the other pages; `meta` has the number of all elements
    /// as `count`, the number of the page as `page`, and the maximum number of elements as
    /// `limit`.
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

    /// Creates the page from the elements of a document, and from the members `page`, `limit` and
    /// `count` of its `meta`, if present.
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
