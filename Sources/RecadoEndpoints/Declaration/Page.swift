// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoHTTP

/// One page of a list: a bare array on the wire, with links and the total in header fields.
///
/// ```swift
/// func list(_ call: ListFilms) async -> Page<Film> {
///     Page(films, number: 1, limit: 20, total: 57)
/// }
/// ```
///
/// `Link` holds the addresses of the first, the previous, the next and the last page (RFC 8288):
/// the request's own target with another `page`. `X-Total-Count` holds the number of elements on
/// all pages.
public struct Page<Element: Codable & Sendable>: Codable, Sendable, FieldCarrying {
    /// The elements of this page; empty if they are read while the page is sent.
    public var elements: [Element]
    /// The number of this page, from 1.
    public var number: Int
    /// The maximum number of elements on a page.
    public var limit: Int
    /// The number of elements on all pages together.
    public var total: Int
    /// The addresses of other pages, as a client received them, keyed by the link relation, such as
    /// `next`.
    public private(set) var links: [String: String] = [:]
    /// Creates the content of a page whose elements are read while the page is sent; `nil` for
    /// other pages.
    var makeContent: (@Sendable (Format) -> Content)?

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - elements: The elements of this page.
    ///   - number: The number of this page, from 1.
    ///   - limit: The maximum number of elements on a page.
    ///   - total: The number of elements on all pages together.
    public init(_ elements: [Element], number: Int, limit: Int, total: Int) {
        self.elements = elements
        self.number = number
        self.limit = limit
        self.total = total
    }

    /// Reads a bare array, and treats it as the whole list until the response's fields are read.
    ///
    /// - Parameter decoder: The decoder that holds the array.
    /// - Throws: The errors of decoding an element.
    public init(from decoder: any Decoder) throws {
        let elements = try decoder.singleValueContainer().decode([Element].self)
        self.init(elements, number: 1, limit: elements.count, total: elements.count)
    }

    /// Writes a bare array.
    ///
    /// - Parameter encoder: The encoder that receives the array.
    /// - Throws: The errors of encoding an element; `EncodingError` for a page whose elements are
    ///   read while the page is sent.
    public func encode(to encoder: any Encoder) throws {
        if makeContent != nil {
            throw EncodingError.invalidValue(
                self,
                .init(
                    codingPath: encoder.codingPath,
                    debugDescription: StreamCoding.refuse(Self.self)
                )
            )
        }
        var container = encoder.singleValueContainer()
        try container.encode(elements)
    }

    // MARK: - Fields

    /// Adds the links to other pages and the total number of elements.
    ///
    /// - Parameters:
    ///   - fields: The response's header section.
    ///   - request: The request that is being answered.
    public func write(to fields: inout Fields, answering request: Request) {
        fields[.totalCount] = "\(total)"
        let targets = targets(answering: request)
        guard !targets.isEmpty else { return }
        let links = targets.map { LinkField.Link(to: $0.target, relation: $0.relation) }
        fields[.link] = LinkField(links).description
    }

    /// Returns the addresses of the first, the previous, the next and the last page; empty if there
    /// is only one page.
    func targets(answering request: Request) -> [(relation: String, target: String)] {
        let last = limit > 0 ? max(1, (total - 1) / limit + 1) : 1
        guard last > 1 else { return [] }
        var pages = [(1, "first")]
        if number > 1 { pages.append((min(number - 1, last), "prev")) }
        if number < last { pages.append((number + 1, "next")) }
        pages.append((last, "last"))
        return pages.map { ($0.1, Self.target(of: request, page: $0.0)) }
    }

    /// Returns the request's own target with another `page`.
    private static func target(of request: Request, page: Int) -> String {
        let others = (request.query ?? "").split(separator: "&").filter {
            $0 != "page" && !$0.hasPrefix("page=")
        }
        // RFC 8288 §3.1 encloses the target in angle brackets, so angle brackets in the query are
        // escaped.
        let kept = others.map { $0.replacing("<", with: "%3C").replacing(">", with: "%3E") }
        return "\(request.path)?" + (kept + ["page=\(page)"]).joined(separator: "&")
    }

    /// Reads the links to other pages and the total number of elements.
    ///
    /// - Parameter fields: The response's header section.
    public mutating func read(from fields: Fields) {
        if let count = fields[.totalCount].flatMap({ Int($0) }), count >= elements.count {
            total = count
        }
        for link in LinkField(fields[values: .link]).links {
            for relation in link.relations { note(link.target, as: relation) }
        }
    }

    /// Records the address of another page.
    mutating func note(_ target: String, as relation: String) { links[relation] = target }
}

extension Page: ListType {
    package static var elementType: Any.Type { Element.self }
}

extension FieldName {
    /// The field with the number of elements on all pages.
    static let totalCount = FieldName(known: "X-Total-Count")
}
