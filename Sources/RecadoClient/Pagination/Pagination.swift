// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding

/// The way from one page of a list to the next, and its limits.
///
/// ```swift
/// client.pages("films", of: [Film].self)                                            // Link: …; rel="next"
/// client.pages("films", of: Films.self, by: .cursor(at: "meta.next", in: "cursor"))
/// client.pages("films", of: [Film].self, by: .number("page"))
/// ```
///
/// Three guards prevent endless requests to a faulty server: a limit on the number of pages, the
/// refusal of an address that was requested before, and, where pages or items are counted, the
/// refusal of a page that equals the one before.
public struct Pagination: Sendable, Hashable {
    /// The way in which the next page is found.
    enum Way: Sendable, Hashable {
        /// A link of the header section with a relation.
        case link(String)
        /// An address in the content.
        case address(CodingPath)
        /// A value in the content that is sent in the query.
        case cursor(CodingPath, name: String)
        /// The number of items before the page, in the query.
        case offset(name: String, items: CodingPath)
        /// The number of the page, in the query.
        case number(name: String, first: Int, items: CodingPath)
    }

    let way: Way

    /// The greatest number of pages: 10 000, more than people or programs read at once.
    public var pages = 10_000
    /// The greatest number of items, if items are read; no limit by default.
    public var items = Int.max
    /// True if the next page is requested while the one before is used; `true` by default.
    ///
    /// At most one page is requested beyond those that are used.
    public var prefetches = true
    /// True if a page may be at another origin; `false` by default, which makes such a page a
    /// failure.
    ///
    /// Credentials and other fields that may be secret are not sent there, and a page from `https`
    /// never leads to `http`.
    public var allowsOtherOrigins = false

    init(_ way: Way) {
        self.way = way
    }

    /// The Link field with the relation `next` (RFC 8288).
    public static let link = Pagination(.link("next"))

    /// An address in the content: a text, or an object with `href`, as in JSON:API.
    ///
    /// The content is JSON. On the last page, the address is missing, null, or an empty text.
    ///
    /// - Parameter path: The path to the address; `links.next` by default.
    /// - Returns: The pagination.
    public static func address(at path: CodingPath = "links.next") -> Pagination {
        Pagination(.address(path))
    }

    /// A value in the content that is sent back in the query.
    ///
    /// The content is JSON. On the last page, the value is missing, null, false, or an empty text.
    ///
    /// - Parameters:
    ///   - path: The path to the value.
    ///   - name: The name of the value in the query.
    /// - Returns: The pagination.
    public static func cursor(at path: CodingPath, in name: String) -> Pagination {
        Pagination(.cursor(path, name: name))
    }

    /// The number of items before the page, in the query.
    ///
    /// The content is JSON. The list ends with an empty page, or at the number of items in
    /// X-Total-Count.
    ///
    /// - Parameters:
    ///   - name: The name of the number in the query; `offset` by default.
    ///   - items: The path to the items in the content; by default the content is the list.
    /// - Returns: The pagination.
    public static func offset(
        _ name: String = "offset",
        items: CodingPath = .root
    ) -> Pagination {
        Pagination(.offset(name: name, items: items))
    }

    /// The number of the page, in the query.
    ///
    /// The content is JSON. The list ends with an empty page, or at the number of items in
    /// X-Total-Count.
    ///
    /// - Parameters:
    ///   - name: The name of the number in the query; `page` by default.
    ///   - first: The number of the page that the server returns for a request without one; 1 by
    ///     default.
    ///   - items: The path to the items in the content; by default the content is the list.
    /// - Returns: The pagination.
    public static func number(
        _ name: String = "page",
        first: Int = 1,
        items: CodingPath = .root
    ) -> Pagination {
        Pagination(.number(name: name, first: first, items: items))
    }

    /// Returns the same pagination with other limits.
    ///
    /// - Parameter configure: Changes the limits.
    /// - Returns: The other pagination.
    public func with(_ configure: (inout Pagination) -> Void) -> Pagination {
        var pagination = self
        configure(&pagination)
        return pagination
    }
}
