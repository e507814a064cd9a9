// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// The query parameters of a JSON:API request: inclusions, fields, sort order, filters and page.
///
/// ```swift
/// var query = ResourceQuery()
/// query.include = "author,comments.author"
/// query.fields["articles"] = ["title", "author"]
/// query.sort = [.descending("created"), .ascending("title")]
/// query.filters = [.init("status", "published")]
/// query.page = .offset(20, limit: 10)
/// ```
public struct ResourceQuery: Sendable, Hashable {
    /// The relationships to include; `nil` lets the server decide, an empty list asks for none.
    public var include: IncludePaths?
    /// The requested fields by resource type; all fields for a type without an entry.
    public var fields: [String: [String]] = [:]
    /// The sort order, the most important key first.
    public var sort: [Sort] = []
    /// The conditions that the resources must meet.
    public var filters: [Filter] = []
    /// The page; `nil` for the first.
    public var page: Page?

    /// Creates an empty query.
    public init() {}

    /// A key of the sort order.
    public struct Sort: Sendable, Hashable {
        /// The field, or a field of a related resource, such as `author.name`.
        public let field: String
        /// True if the greatest value comes first.
        public let isDescending: Bool

        /// Creates a sort key that puts the smallest value first.
        public static func ascending(_ field: String) -> Sort {
            Sort(field: field, isDescending: false)
        }

        /// Creates a sort key that puts the greatest value first.
        public static func descending(_ field: String) -> Sort {
            Sort(field: field, isDescending: true)
        }
    }

    /// A condition: the names in brackets after `filter`, and the value.
    public struct Filter: Sendable, Hashable {
        /// The names in brackets: one for `filter[title]`, several for `filter[a][path]`.
        public let names: [String]
        /// The value.
        public let value: String
        /// The comparison of the field with the value; `=` by default.
        public private(set) var comparison = "="

        /// Creates a condition with a given comparison, for servers that read the field, the
        /// comparison and the value from separate query parameters.
        package init(_ name: String, _ comparison: String, _ value: String) {
            names = [name]
            self.value = value
            self.comparison = comparison
        }

        /// Creates a condition with a single name.
        ///
        /// - Parameters:
        ///   - name: The name.
        ///   - value: The value.
        public init(_ name: String, _ value: String) {
            names = [name]
            self.value = value
        }

        /// Creates a condition with several names in brackets.
        ///
        /// - Parameters:
        ///   - names: The names.
        ///   - value: The value.
        public init(names: [String], _ value: String) {
            self.names = names
            self.value = value
        }
    }

    /// A page of a list.
    public enum Page: Sendable, Hashable {
        /// The resources after an offset, at most `limit` of them; the server decides if `limit` is
        /// `nil`.
        case offset(Int, limit: Int?)
        /// The page with a number, from 1.
        case number(Int, size: Int?)
        /// Parameters that the server defines, by the names in brackets after `page`.
        case custom([String: String])
    }

    /// The parameters of the query, in a fixed order.
    public var items: QueryItems {
        var items = QueryItems()
        items.append(include?.query, to: "include")
        for type in fields.keys.sorted() {
            items.append(fields[type]?.joined(separator: ","), to: "fields[\(type)]")
        }
        if !sort.isEmpty {
            let keys = sort.map { ($0.isDescending ? "-" : "") + $0.field }
            items.append(keys.joined(separator: ","), to: "sort")
        }
        for filter in filters {
            let brackets = filter.names.map { "[\($0)]" }.joined()
            items.append(filter.value, to: "filter\(brackets)")
        }
        switch page {
        case .offset(let offset, let limit):
            items.append(String(offset), to: "page[offset]")
            items.append(limit.map { String($0) }, to: "page[limit]")
        case .number(let number, let size):
            items.append(String(number), to: "page[number]")
            items.append(size.map { String($0) }, to: "page[size]")
        case .custom(let members):
            for name in members.keys.sorted() { items.append(members[name], to: "page[\(name)]") }
        case nil: break
        }
        return items
    }
}
