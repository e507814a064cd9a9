// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

/// Loads the resources that a document includes: one call for each relationship and level loads all
/// resources that are still missing.
struct ResourceLoader {
    private let catalog: ResourceCatalog
    /// The loaded resources, by identity.
    private var known: [ResourceIdentifier: any Resource] = [:]
    private var primary: Set<ResourceIdentifier> = []
    /// The included resources, in the order in which they were found.
    private var included: [ResourceIdentifier] = []
    private var isIncluded: Set<ResourceIdentifier> = []

    /// The most resources that are loaded for a document, including its primary data, so that one
    /// request cannot exhaust the server.
    static let limit = 5_000

    init(_ catalog: ResourceCatalog) {
        self.catalog = catalog
    }

    /// Loads the resources that paths lead to.
    ///
    /// - Parameters:
    ///   - resources: The primary data; their relationships are filled in.
    ///   - paths: The paths of relationships, already validated.
    /// - Returns: The included resources, without the primary data.
    /// - Throws: The errors of the storage; 400 for too many resources.
    mutating func load(
        _ resources: inout [any Resource],
        _ paths: IncludePaths
    ) async throws(ResourceError) -> [any Resource] {
        let identifiers = resources.map(Self.identifier)
        for (identifier, resource) in zip(identifiers, resources) {
            known[identifier] = resource
            primary.insert(identifier)
        }
        try await follow(identifiers, paths)
        resources = identifiers.compactMap { known[$0] }
        return included.compactMap { known[$0] }
    }

    private mutating func follow(
        _ sources: [ResourceIdentifier],
        _ paths: IncludePaths
    ) async throws(ResourceError) {
        guard let type = sources.first?.type, let collection = catalog[type] else { return }
        for name in paths.names {
            guard let relationship = collection.rules.relationship(name),
                let rest = paths[name]
            else { continue }
            let targets = try await targets(of: name, sources, collection)
            try await load(targets, relationship.target)
            let found = targets.filter { known[$0] != nil }
            for target in found where !primary.contains(target) {
                if isIncluded.insert(target).inserted { included.append(target) }
            }
            try await follow(found, rest)
        }
    }

    /// Loads the targets that some resources have in one relationship, without duplicates.
    private mutating func targets(
        of name: String,
        _ sources: [ResourceIdentifier],
        _ collection: any ServedCollection
    ) async throws(ResourceError) -> [ResourceIdentifier] {
        let linked = try await collection.linked(name, sources.compactMap { known[$0] })
        var targets: [ResourceIdentifier] = []
        var seen: Set<ResourceIdentifier> = []
        for resource in linked {
            known[Self.identifier(resource)] = resource
            for var target in collection.linkage(of: name, in: resource) ?? [] {
                target.meta = nil
                if seen.insert(target).inserted { targets.append(target) }
            }
        }
        return targets
    }

    private mutating func load(
        _ targets: [ResourceIdentifier],
        _ type: String
    ) async throws(ResourceError) {
        let missing = targets.filter { known[$0] == nil }.compactMap(\.id)
        guard !missing.isEmpty, let collection = catalog[type] else { return }
        guard known.count + missing.count <= Self.limit else {
            throw .parameter(
                "include",
                Language.words(
                    "The document would include too many resources.",
                    es: "El documento incluiría demasiados recursos."
                )
            )
        }
        for resource in try await collection.resources(missing) {
            known[Self.identifier(resource)] = resource
        }
    }

    private static func identifier(_ resource: any Resource) -> ResourceIdentifier {
        resource.resourceIdentifier ?? ResourceIdentifier(type: "", id: "")
    }
}
