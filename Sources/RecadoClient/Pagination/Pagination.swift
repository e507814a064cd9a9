// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding

/// The rule that finds the next page of a list, and the limits on pages and items.
///
/// ```swift
/// client.pages("films", of: [Film].self)                         // Link: …; rel="next"
/// client.pages("films", of: Films.self, by: .cursor(at: "meta.next", in: "cursor"))
/// client.pages("films", of: [Film].self, by: .number("page"))
/// ```
///
/// Three checks prevent endless requests to a faulty server. The number of pages is limited. An
/// address that was already requested is refused. If requests contain a page number or an offset, a
/// page with the same content as the page before is refused.
public struct Pagination: Sendable, Hashable {
    /// The way to find the next page: from a value in the answer, or with a number that increases
    /// from page to page.
    enum Way: Sendable, Hashable {
        /// A link with the given relation, in the Link header field.
        case link(String)
        /// The address of the next page, in the content.
        case address(CodingPath)
        /// A value in the content, which is sent back in the query.
        case cursor(CodingPath, name: String)
        /// The number of items on all earlier pages, which is sent in the query.
        case offset(name: String, items: CodingPath)
        /// The number of the page, which is sent in the query.
        case number(name: String, first: Int, items: CodingPath)
    }

    let way: Way

    /// The maximum number of pages: 10 000, more than anybody reads at once.
    public var pages = 10_000
    /// The maximum number of items in a sequence of items, which fails beyond it; no limit by
    /// default.
    public var items = Int.max
    /// True if the next page is requested while the current one is being used; `true` by default.
    ///
    /// At most one page is requested in advance.
    public var prefetches = true
    /// True if a page may be at another origin; `false` by default, in which case such a page is an
    /// error.
    ///
    /// Credentials and other sensitive header fields are never sent to another origin, and a link
    /// from an `https` page to an `http` page is never followed.
    public var allowsOtherOrigins = false

    init(_ way: Way) {
        self.way = way
    }

    /// Follows the Link header field with the relation `next` (RFC 8288).
    public static let link = Pagination(.link("next"))

    /// Follows an address in the content: a string, or an object with the member `href`, as in
    /// JSON:API.
    ///
    /// The content must be JSON. On the last page, the address is missing, null or empty.
    ///
    /// - Parameter path: The path to the address; `links.next` by default.
    /// - Returns: The pagination.
    public static func address(at path: CodingPath = "links.next") -> Pagination {
        Pagination(.address(path))
    }

    /// Sends a value from the content back in the query.
    ///
    /// The content must be JSON. On the last page, the value is missing, null, false or empty.
    ///
    /// - Parameters:
    ///   - path: The path to the value.
    ///   - name: The name of the value in the query.
    /// - Returns: The pagination.
    public static func cursor(at path: CodingPath, in name: String) -> Pagination {
        Pagination(.cursor(path, name: name))
    }

    /// Sends an offset in the query: the number of items on all earlier pages.
    ///
    /// The content must be JSON. The list ends with an empty page, or when X-Total-Count items have
    /// been read.
    ///
    /// - Parameters:
    ///   - name: The name of the offset in the query; `offset` by default.
    ///   - items: The path to the items in the content; by default the content is the list.
    /// - Returns: The pagination.
    public static func offset(
        _ name: String = "offset",
        items: CodingPath = .root
    ) -> Pagination {
        Pagination(.offset(name: name, items: items))
    }

    /// Sends the page number in the query.
    ///
    /// The content must be JSON. The list ends with an empty page, or when X-Total-Count items have
    /// been read.
    ///
    /// - Parameters:
    ///   - name: The name of the page number in the query; `page` by default.
    ///   - first: The number of the page that the server returns if the query names none; 1 by
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
