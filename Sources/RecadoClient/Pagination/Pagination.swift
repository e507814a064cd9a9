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
/// Three guards keep a faulty server from causing endless requests: a limit of pages, the refusal
/// of an address that was requested before, and where pages are counted, the refusal of one that is
/// like the one before.
public struct Pagination: Sendable, Hashable {
    /// The way in which the next page is found.
    enum Way: Sendable, Hashable {
        /// A link of the header section with a relation.
        case link(String)
        /// An address in the content.
        case address(CodingPath)
        /// A value in the content, to be sent in the query.
        case cursor(CodingPath, name: String)
        /// The number of the items before, in the query.
        case offset(name: String, items: CodingPath)
        /// The number of the page, in the query.
        case number(name: String, first: Int, items: CodingPath)
    }

    let way: Way

    /// The greatest number of pages: 10 000, more than people or programs read at once.
    public var pages = 10_000
    /// The greatest number of items, where items are read; no limit by default.
    public var items = Int.max
    /// Whether the next page is asked for while the one before is used; `true` by default.
    ///
    /// At most one page more than those that are used is asked for.
    public var prefetches = true
    /// Whether a page may lie at another origin; `false` by default, when that is a failure.
    ///
    /// No credentials are sent there, nor other fields that may be secret; and from `https` no page
    /// leads to `http`.
    public var allowsOtherOrigins = false

    init(_ way: Way) {
        self.way = way
    }

    /// The Link field with the relation `next` (RFC 8288).
    public static let link = Pagination(.link("next"))

    /// An address in the content: a text, or an object with `href`, as in JSON:API.
    ///
    /// The content is JSON. The last page has none there, or null.
    ///
    /// - Parameter path: The way to the address; `links.next` by default.
    /// - Returns: The way.
    public static func address(at path: CodingPath = "links.next") -> Pagination {
        Pagination(.address(path))
    }

    /// A value in the content that is sent back in the query.
    ///
    /// The content is JSON. The last page has none there, null, or an empty text.
    ///
    /// - Parameters:
    ///   - path: The way to the value.
    ///   - name: Its name in the query.
    /// - Returns: The way.
    public static func cursor(at path: CodingPath, in name: String) -> Pagination {
        Pagination(.cursor(path, name: name))
    }

    /// The number of items before the page, in the query.
    ///
    /// The content is JSON. It ends with an empty page, or when X-Total-Count says so.
    ///
    /// - Parameters:
    ///   - name: Its name in the query; `offset` by default.
    ///   - items: The way to the items in the content; by default the content is the list.
    /// - Returns: The way.
    public static func offset(
        _ name: String = "offset",
        items: CodingPath = .root
    ) -> Pagination {
        Pagination(.offset(name: name, items: items))
    }

    /// The number of the page, in the query.
    ///
    /// The content is JSON. It ends with an empty page, or when X-Total-Count says so.
    ///
    /// - Parameters:
    ///   - name: Its name in the query; `page` by default.
    ///   - first: The number of the page that comes when none is asked for; 1 by default.
    ///   - items: The way to the items in the content; by default the content is the list.
    /// - Returns: The way.
    public static func number(
        _ name: String = "page",
        first: Int = 1,
        items: CodingPath = .root
    ) -> Pagination {
        Pagination(.number(name: name, first: first, items: items))
    }

    /// Returns the same way with other guards.
    ///
    /// - Parameter configure: Changes them.
    /// - Returns: The other way.
    public func with(_ configure: (inout Pagination) -> Void) -> Pagination {
        var pagination = self
        configure(&pagination)
        return pagination
    }
}
