// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The notation of an input in the path, the query or a field, if it differs from the default.
///
/// ```swift
/// struct ListFilms: Endpoint {
///     static let route: Route = "GET /films"
///     static let parameterStyles: [String: ParameterStyle] = [
///         "pageSize": "pageSize",                       // not page-size
///         "ids": ParameterStyle(lists: .commas),        // ids=7,8
///     ]
///     typealias Output = [Film]
///     @Query var pageSize: Int? = nil
///     @Query var ids: [Int]? = nil
/// }
/// ```
public struct ParameterStyle: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The notation of a list.
    ///
    /// In paths and queries, a comma within an element is escaped, so that it differs from a
    /// separator (RFC 6570 §2.3). A space or a `|` within an element, and any separator within an
    /// element of a field, would be ambiguous, so calls with such elements are refused.
    public enum Lists: Sendable, Hashable {
        /// `a=1&a=2`, the default in queries.
        case repeats
        /// `a[]=1&a[]=2`.
        case brackets
        /// `a=1,2`, in which `%2C` is part of an element.
        case commas
        /// `a=1%202`, or `a=1+2`.
        case spaces
        /// `a=1%7C2`, or `a=1|2`.
        case pipes

        /// The separator of the elements; `nil` if each element is a separate parameter.
        var separator: Character? {
            switch self {
            case .repeats, .brackets: nil
            case .commas: ","
            case .spaces: " "
            case .pipes: "|"
            }
        }
    }

    /// The name in the path or the query; `nil` for the default, which is the property's name (in
    /// kebab-case in the query).
    ///
    /// A header field always has the name that its `HeaderName` type states.
    public var name: String?
    /// The notation of a list; `nil` for the default.
    public var lists: Lists?

    /// Creates a style.
    ///
    /// - Parameters:
    ///   - name: The name in the path or the query; `nil` for the default. It is ignored for header
    ///     fields, whose ``HeaderName`` type states the name.
    ///   - lists: The notation of a list; `nil` for the default.
    public init(_ name: String? = nil, lists: Lists? = nil) {
        self.name = name
        self.lists = lists
    }

    /// Creates the style of an input whose name differs from the default.
    public init(stringLiteral name: String) {
        self.init(name)
    }
}

extension ParameterStyle {
    /// Returns the `style` and the `explode` of an OpenAPI parameter for a notation of lists
    /// (OpenAPI 3.1 §4.8.12.2.2).
    package static func words(
        of lists: Lists,
        in location: InputLocation
    ) -> (style: String, isExploded: Bool)? {
        guard location == .query else { return nil }
        switch lists {
        case .repeats: return nil
        case .brackets: return ("deepObject", true)
        case .commas: return ("form", false)
        case .spaces: return ("spaceDelimited", false)
        case .pipes: return ("pipeDelimited", false)
        }
    }
}
