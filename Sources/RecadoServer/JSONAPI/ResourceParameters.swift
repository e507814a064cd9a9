// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

/// The query of a request for resources, validated against the parameters that a collection
/// supports.
struct ResourceParameters: Sendable {
    /// The parameters as the client sent them, for the links of the document.
    private(set) var items = QueryItems()
    private(set) var include: IncludePaths?
    private(set) var fields: [String: Set<String>] = [:]
    private(set) var sort: [ResourceQuery.Sort] = []
    private(set) var filters: [ResourceQuery.Filter] = []
    private(set) var offset = 0
    private(set) var limit = 0

    /// The kinds of query parameters that an address supports.
    struct Allowed: OptionSet {
        let rawValue: UInt8
        static let include = Allowed(rawValue: 1)
        static let fields = Allowed(rawValue: 2)
        static let list = Allowed(rawValue: 4)
    }

    /// Filter conditions and sort keys that consist of several parameters, by name.
    private var spread = SpreadParameters()

    private let rules: CollectionRules
    private let allowed: Allowed

    /// Reads the query.
    ///
    /// - Throws: 400 with an error for each parameter that is unknown, invalid or not supported
    ///   here.
    init(
        _ request: Request,
        _ collection: any ServedCollection,
        _ catalog: ResourceCatalog,
        allowing allowed: Allowed
    ) throws(ResourceError) {
        rules = collection.rules
        self.allowed = allowed
        limit = rules.pageSize
        do throws(QueryItemsError) {
            items = try QueryItems(comparing: request.query ?? "", limit: 100)
        } catch {
            throw ResourceError(.badRequest, "The query: \(error)")
        }
        let errors = readItems(collection, catalog)
        guard !errors.isEmpty else { return }
        var refusal = ResourceError(.badRequest)
        refusal.errors = Array(errors.prefix(20))
        throw refusal
    }

    /// Reads each parameter, and reports the faulty ones.
    private mutating func readItems(
        _ collection: any ServedCollection,
        _ catalog: ResourceCatalog
    ) -> [JSONAPI.ErrorObject] {
        var errors: [JSONAPI.ErrorObject] = []
        var seen: Set<String> = []
        for item in items {
            do throws(ResourceError) {
                guard seen.insert(item.name).inserted else {
                    throw .parameter(
                        item.name,
                        "The parameter may stand there once.",
                        es: "El parámetro solo puede estar una vez."
                    )
                }
                try read(item, collection, catalog)
            } catch {
                errors += error.errors
            }
        }
        do throws(ResourceError) {
            filters += try spread.filters(rules)
            sort += try spread.sort(rules)
        } catch {
            errors += error.errors
        }
        return errors
    }

    private mutating func read(
        _ item: QueryItems.Item,
        _ collection: any ServedCollection,
        _ catalog: ResourceCatalog
    ) throws(ResourceError) {
        let (base, names) = try Self.family(item.name)
        switch (base, names.count) {
        case ("include", 0) where allowed.contains(.include):
            include = try includePaths(item.value, collection, catalog)
        case ("fields", 1) where allowed.contains(.fields):
            try readFields(of: names[0], item, collection, catalog)
        case ("sort", 0) where allowed.contains(.list):
            try readSort(item.value)
        case ("filter", 3) where rules.takesConditions && names[1] == "condition":
            try spread.addCondition(names[0], names[2], item)
        case ("sort", 2) where rules.takesConditions:
            try spread.addKey(names[0], names[1], item)
        case ("filter", 1...) where allowed.contains(.list):
            guard rules.filters.contains(names[0]) else {
                throw .parameter(
                    item.name,
                    "Nothing can be filtered by \(Self.quoted(names[0])).",
                    es: "No se puede filtrar por \(Self.quoted(names[0]))."
                )
            }
            filters.append(ResourceQuery.Filter(names: names, item.value))
        case ("page", 1) where allowed.contains(.list):
            try readPage(names[0], item)
        default:
            guard ResourceQueryCheck.isReserved(base) else { return }
            throw .parameter(
                item.name,
                ResourceWords.unknownParameter,
                code: "additionalProperties"
            )
        }
    }

    /// Splits a parameter name into its family and the names in brackets.
    private static func family(
        _ name: String
    ) throws(ResourceError) -> (base: String, names: [String]) {
        guard let open = name.firstIndex(of: "[") else { return (name, []) }
        var names: [String] = []
        var rest = name[open...]
        while !rest.isEmpty {
            guard rest.first == "[", let close = rest.firstIndex(of: "]"), names.count < 8 else {
                throw .parameter(
                    name,
                    "Expected names in brackets behind the parameter.",
                    es: "Se esperaban nombres entre corchetes tras el parámetro."
                )
            }
            names.append(String(rest[rest.index(after: rest.startIndex)..<close]))
            rest = rest[rest.index(after: close)...]
        }
        return (String(name[..<open]), names)
    }

    // MARK: - Families

    private func includePaths(
        _ value: String,
        _ collection: any ServedCollection,
        _ catalog: ResourceCatalog
    ) throws(ResourceError) -> IncludePaths {
        if value.isEmpty { return IncludePaths() }
        let paths = value.split(separator: ",", omittingEmptySubsequences: false)
        guard paths.count <= rules.includeCount else {
            throw .parameter(
                "include",
                "Expected at most \(rules.includeCount) paths.",
                es: "Se esperaban como mucho \(rules.includeCount) rutas."
            )
        }
        for path in paths { try checkPath(path, collection, catalog) }
        return IncludePaths(paths.map(String.init))
    }

    /// Refuses a path that is not a chain of relationships.
    private func checkPath(
        _ path: Substring,
        _ collection: any ServedCollection,
        _ catalog: ResourceCatalog
    ) throws(ResourceError) {
        guard !path.isEmpty else {
            throw .parameter(
                "include",
                "Empty include path.",
                es: "La ruta de include está vacía."
            )
        }
        let names = path.split(
            separator: ".",
            maxSplits: rules.includeDepth,
            omittingEmptySubsequences: false
        )
        guard names.count <= rules.includeDepth else {
            let most = rules.includeDepth
            throw .parameter(
                "include",
                "A path may have at most \(most) relationships.",
                es: "Una ruta puede tener como mucho \(most) relaciones."
            )
        }
        var place: (any ServedCollection)? = collection
        for name in names {
            guard let relationship = place?.rules.relationship(name) else {
                let known = place?.rules.relationships.map(\.name).joined(separator: ", ") ?? ""
                throw .parameter(
                    "include",
                    "\(Self.quoted(name)) is not a valid relationship field name."
                        + " Possible values: \(known)."
                )
            }
            place = catalog[relationship.target]
        }
    }

    private mutating func readFields(
        of type: String,
        _ item: QueryItems.Item,
        _ collection: any ServedCollection,
        _ catalog: ResourceCatalog
    ) throws(ResourceError) {
        guard catalog[type] != nil || type == collection.resourceType else {
            throw .parameter(
                item.name,
                "There are no resources of the type \(Self.quoted(type)).",
                es: "No hay recursos del tipo \(Self.quoted(type))."
            )
        }
        fields[type] = Set(item.value.split(separator: ",").map(String.init))
    }

    private mutating func readSort(_ value: String) throws(ResourceError) {
        var seen: Set<Substring> = []
        for key in value.split(separator: ",", omittingEmptySubsequences: false) {
            let isDescending = key.first == "-"
            let field = isDescending ? key.dropFirst() : key
            guard rules.sorts.contains(String(field)), seen.insert(field).inserted else {
                throw .parameter(
                    "sort",
                    "Nothing can be sorted by \(Self.quoted(field)).",
                    es: "No se puede ordenar por \(Self.quoted(field))."
                )
            }
            sort.append(isDescending ? .descending(String(field)) : .ascending(String(field)))
        }
    }

    private mutating func readPage(
        _ name: String,
        _ item: QueryItems.Item
    ) throws(ResourceError) {
        let names = Self.pageNames(rules.paging)
        guard let number = Int(item.value), item.value.utf8.allSatisfy({ $0 &- 0x30 < 10 }),
            number <= Int(Int32.max)
        else {
            throw .parameter(
                item.name,
                "Expected a whole number.",
                es: "Se esperaba un número entero."
            )
        }
        guard number > 0 || name == names.place && rules.paging == .offset else {
            throw .parameter(item.name, "Expected at least 1.", es: "Se esperaba al menos 1.")
        }
        switch name {
        case names.size: limit = min(number, rules.pageLimit)
        case names.place where rules.paging == .offset: offset = number
        case names.place: page = number
        default:
            throw .parameter(
                item.name,
                "Expected page[\(names.place)] or page[\(names.size)].",
                es: "Se esperaba page[\(names.place)] o page[\(names.size)]."
            )
        }
    }

    /// The page number, used if pages are numbered.
    private var page = 1

    private static func pageNames(_ paging: ResourcePaging) -> (place: String, size: String) {
        paging == .offset ? ("offset", "limit") : ("number", "size")
    }

    private static func quoted(_ text: some StringProtocol) -> String {
        "`" + String(text.prefix(60).filter { $0 != "\n" && $0 != "\r" }) + "`"
    }

    // MARK: - Pages

    /// The page request for the storage.
    var request: ResourcePageRequest {
        ResourcePageRequest(filters: filters, sort: sort, offset: first, limit: limit)
    }

    /// The number of resources before the page.
    private var first: Int { rules.paging == .offset ? offset : (page - 1) * limit }

    /// Returns the links of a page: to itself, and to the previous and next pages, if they exist.
    func links(_ path: String, total: Int?, hasMore: Bool) -> JSONAPI.Links {
        var links = JSONAPI.Links()
        links["self"] = JSONAPI.Link(Self.address(path, items.sorted { $0.name < $1.name }))
        let isLast = total.map { first + limit >= $0 } ?? !hasMore
        if first > 0 {
            links["first"] = link(path, to: 0)
            links["prev"] = link(path, to: max(0, first - limit))
        }
        if !isLast { links["next"] = link(path, to: first + limit) }
        if let total, total > 0 {
            links["last"] = link(path, to: (total - 1) / limit * limit)
        }
        return links
    }

    /// Returns the self link of a document that is not a list.
    func links(_ path: String) -> JSONAPI.Links {
        var links = JSONAPI.Links()
        links["self"] = JSONAPI.Link(Self.address(path, items.sorted { $0.name < $1.name }))
        return links
    }

    /// Returns the link to another page: the request's parameters in their order, with another
    /// position.
    private func link(_ path: String, to first: Int) -> JSONAPI.Link {
        let names = Self.pageNames(rules.paging)
        let place = rules.paging == .offset ? first : first / limit + 1
        var others = QueryItems(items.filter { $0.name != "page[\(names.size)]" })
        others["page[\(names.place)]"] = String(place)
        others["page[\(names.size)]"] = String(limit)
        return JSONAPI.Link(Self.address(path, Array(others)))
    }

    private static func address(_ path: String, _ items: [QueryItems.Item]) -> String {
        items.isEmpty ? path : path + "?" + QueryItems(items).encoded
    }
}

extension ResourceError {
    /// Returns the error for an invalid parameter, in the current language.
    fileprivate static func parameter(
        _ name: String,
        _ english: String,
        es spanish: String
    ) -> ResourceError {
        .parameter(name, Language.words(english, es: spanish))
    }
}
