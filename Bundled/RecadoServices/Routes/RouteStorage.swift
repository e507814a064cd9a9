// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoContracts
import RecadoEndpoints

/// The storage of the routes, which never change.
struct RouteStorage: ResourceStorage {
    let routes: [HikingRoute]

    func page(
        _ request: ResourcePageRequest
    ) async throws(ResourceError) -> ResourcePage<HikingRoute> {
        try page(of: routes, request) { route, field in
            switch field {
            case "title": route.title
            case "created": route.created
            case "changed": route.changed
            case "langcode": route.language
            default: FixedPage.padded(route.number)
            }
        }
    }

    func resources(_ ids: [String]) async throws(ResourceError) -> [HikingRoute] {
        let wanted = Set(ids.map { Array($0.utf8) })
        return routes.filter { wanted.contains(Array($0.id.utf8)) }
    }
}

/// The storage of the categories, which never change.
struct RouteCategoryStorage: ResourceStorage {
    let categories: [RouteCategory]

    func page(
        _ request: ResourcePageRequest
    ) async throws(ResourceError) -> ResourcePage<RouteCategory> {
        try page(of: categories, request) { category, field in
            field == "name" ? category.name : FixedPage.padded(category.weight)
        }
    }

    func resources(_ ids: [String]) async throws(ResourceError) -> [RouteCategory] {
        let wanted = Set(ids.map { Array($0.utf8) })
        return categories.filter { wanted.contains(Array($0.id.utf8)) }
    }
}

/// Helpers for pages of fixed lists.
enum FixedPage {
    /// Returns a number with leading zeros, so that texts sort in numerical order.
    static func padded(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 12 - digits.utf8.count)) + digits
    }

    /// True if a text meets a filter's condition; texts are compared byte by byte.
    static func meets(
        _ text: String,
        _ filter: ResourceQuery.Filter
    ) throws(ResourceError) -> Bool {
        let number = Int(filter.value).map(padded)
        let value = Array((text.utf8.count == 12 ? number ?? filter.value : filter.value).utf8)
        let text = Array(text.utf8)
        switch filter.comparison {
        case "=": return text == value
        case "<>": return text != value
        case "<": return text.lexicographicallyPrecedes(value)
        case "<=": return !value.lexicographicallyPrecedes(text)
        case ">": return value.lexicographicallyPrecedes(text)
        case ">=": return !text.lexicographicallyPrecedes(value)
        case "STARTS_WITH": return text.starts(with: value)
        case "CONTAINS": return value.isEmpty || text.contains(value)
        case "ENDS_WITH": return text.suffix(value.count).elementsEqual(value)
        default:
            throw .parameter("filter", "Expected an operator such as =, <>, < or CONTAINS.")
        }
    }
}

extension ResourceStorage {
    /// Returns a page of a fixed list.
    ///
    /// - Parameters:
    ///   - list: The resources.
    ///   - request: The part of the list to return.
    ///   - text: Returns a field of a resource as a text that sorts like the field.
    /// - Returns: The page, without a total count, as from a Drupal server.
    /// - Throws: The status 400 for an unknown operator.
    fileprivate func page(
        of list: [Model],
        _ request: ResourcePageRequest,
        _ text: (Model, String) -> String
    ) throws(ResourceError) -> ResourcePage<Model> {
        var found: [Model] = []
        for model in list {
            var isWanted = true
            for filter in request.filters where isWanted {
                isWanted = try FixedPage.meets(text(model, filter.names[0]), filter)
            }
            if isWanted { found.append(model) }
        }
        for key in request.sort.reversed() {
            let ranked = found.enumerated().sorted { one, other in
                let texts = (text(one.element, key.field), text(other.element, key.field))
                if texts.0 == texts.1 { return one.offset < other.offset }
                return key.isDescending ? texts.0 > texts.1 : texts.0 < texts.1
            }
            found = ranked.map(\.element)
        }
        let page = Array(found.dropFirst(request.offset).prefix(request.limit))
        return ResourcePage(page, hasMore: request.offset + page.count < found.count)
    }
}
