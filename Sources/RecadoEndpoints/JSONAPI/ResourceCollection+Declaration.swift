// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

extension ResourceCollection {
    /// Creates a collection that answers a declared endpoint: the endpoint that lists the
    /// resources.
    ///
    /// ```swift
    /// var trails = ResourceCollection(Trail.self, listedBy: ListTrails.self, in: TrailStorage())
    /// ```
    ///
    /// The declaration of the endpoint determines the options of the collection:
    ///
    /// | the endpoint's | the collection's |
    /// | --- | --- |
    /// | route, without the method | ``path`` |
    /// | parameters `filter[name]` | ``filters`` |
    /// | values of the parameter `sort` | ``sorts`` |
    /// | parameter `page[number]` or `page[size]` | ``paging`` by number |
    /// | maximum of `page[limit]` or `page[size]` | ``pageLimit``; larger requests are clamped |
    ///
    /// The collection also answers the service's other GET endpoints at its addresses, such as the
    /// endpoint of one resource. `Service.check()` reports parameters that the collection does not
    /// understand.
    ///
    /// - Parameters:
    ///   - type: The type of the resources.
    ///   - endpoint: The endpoint that lists the resources.
    ///   - storage: The storage of the resources.
    public init<List: Endpoint>(
        _ type: Model.Type,
        listedBy endpoint: List.Type,
        in storage: any ResourceStorage<Model>
    ) {
        self.init(type, at: endpoint.route.path, in: storage)
        // If the endpoint cannot be described, the options keep their defaults, and
        // `Service.check()` reports the endpoint.
        let recorder = SchemaRecorder()
        guard let layout = try? EndpointLayout(of: endpoint, with: recorder) else { return }
        for input in layout.inputs(in: .query) {
            let schema = recorder.library.resolve(input.schema)
            switch input.wireName {
            case "sort": sorts = Self.fields(sorting: schema)
            case "page[number]": paging = .number
            case "page[size]":
                paging = .number
                pageLimit = schema.maximum ?? pageLimit
            case "page[limit]": pageLimit = schema.maximum ?? pageLimit
            default:
                if let name = CollectionRules.filter(of: input.wireName) { filters.insert(name) }
            }
        }
        pageSize = min(pageSize, pageLimit)
    }

    /// Returns the fields among the values of a parameter `sort`, without the hyphen for descending
    /// order.
    private static func fields(sorting schema: Schema) -> Set<String> {
        let values = schema.values.compactMap(\.stringValue)
        return Set(values.map { $0.hasPrefix("-") ? String($0.dropFirst()) : $0 })
    }
}

// MARK: - Endpoints of collections

/// The kind of a declared endpoint that a collection answers.
package enum DeclaredReading: Sendable {
    /// GET of the collection.
    case list
    /// GET of a resource.
    case show
}

extension CollectionRules {
    /// Returns the name in brackets after `filter` in the name of a parameter; `nil` for other
    /// parameters.
    static func filter(of parameter: String) -> String? {
        guard parameter.hasPrefix("filter["), parameter.hasSuffix("]") else { return nil }
        let name = parameter.dropFirst("filter[".count).dropLast()
        return name.isEmpty || name.contains("[") || name.contains("]") ? nil : String(name)
    }

    /// Returns the kind of endpoint that has the given route: a list of the collection, or one of
    /// its resources; `nil` for any other route.
    package func reading(of route: Route) -> DeclaredReading? {
        guard route.method == .get else { return nil }
        switch route.path {
        case path: return .list
        case path + "/{id}": return .show
        default: return nil
        }
    }

    /// True if the collection understands the query parameter.
    func understands(_ parameter: String, in reading: DeclaredReading, of type: String) -> Bool {
        if parameter == "include" { return !relationships.isEmpty }
        if parameter == "fields[\(type)]" { return true }
        guard case .list = reading else { return false }
        switch (parameter, paging) {
        case ("sort", _): return !sorts.isEmpty
        case ("page[offset]", .offset), ("page[limit]", .offset): return true
        case ("page[number]", .number), ("page[size]", .number): return true
        default: return Self.filter(of: parameter).map(filters.contains) ?? false
        }
    }
}

extension Service {
    /// The declared endpoints that collections answer.
    var endpointsOfCollections: [any Endpoint.Type] {
        api.endpoints.filter { endpoint in
            collections.contains { $0.rules.reading(of: endpoint.route) != nil }
        }
    }

    /// Finds the differences between the declaration of an endpoint and the collection that
    /// answers it.
    func check(
        _ endpoint: any Endpoint.Type,
        answeredBy collection: any ServedCollection
    )
        -> [String]
    {
        guard let reading = collection.rules.reading(of: endpoint.route) else { return [] }
        return Self.messages(endpoint, reading, collection)
    }

    private static func messages<E: Endpoint>(
        _ endpoint: E.Type,
        _ reading: DeclaredReading,
        _ collection: any ServedCollection
    ) -> [String] {
        let type = collection.resourceType
        var messages: [String] = []
        if E.responseFormats.contains(where: { !$0.isForResources }) || E.responseFormats.isEmpty {
            messages.append("the collection \(type) answers it in JSON:API alone")
        }
        if E.Caller.self != Anyone.self {
            messages.append("anyone may read the collection \(type), which answers it")
        }
        let isList = if case .list = reading { true } else { false }
        let output = OutgoingDocument.resources(answeredBy: E.Output.self)
        if output?.model.resourceType != type || output?.isList != isList {
            let expected = isList ? "a list of resources" : "a resource"
            messages.append(
                "its output \(E.Output.self) is not \(expected) of the type \(type), which answers it"
            )
        }
        let layout = try? EndpointLayout(of: endpoint, with: SchemaRecorder())
        for name in layout?.inputs(in: .query).map(\.wireName) ?? [] {
            guard !collection.rules.understands(name, in: reading, of: type) else { continue }
            messages.append("the collection \(type) does not understand its \(name)")
        }
        return messages
    }
}
