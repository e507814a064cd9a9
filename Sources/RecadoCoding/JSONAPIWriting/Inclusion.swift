// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A queue of the resources to write to `included`, each once.
final class Inclusion {
    let document: OutgoingDocument
    /// The collector that all resources of the document share.
    let fields: FieldCollector
    /// True if the resources whose content relationships hold, not just their identifiers, are
    /// written to `included`.
    let isFollowing: Bool
    /// The resources that have been written, with their relationships if include paths are given.
    ///
    /// Without include paths, the resources in the queue are recorded here too.
    private var known: [Identity: Known] = [:]
    private var seen: Set<Visit> = []
    private var pending: [(resource: any Resource, identity: Identity, paths: IncludePaths?)] = []
    private var position = 0

    /// The type and name that identify a resource.
    private struct Identity: Hashable {
        let type: String
        let name: String
        /// True if the name is the local name of a new resource.
        let isLocal: Bool

        init?(_ identifier: ResourceIdentifier) {
            guard let name = identifier.id ?? identifier.lid else { return nil }
            type = identifier.type
            self.name = name
            isLocal = identifier.id == nil
        }
    }

    private enum Known {
        case waiting
        case written([OutgoingRelationship])
    }

    private struct Visit: Hashable {
        let identity: Identity
        let paths: IncludePaths
    }

    init(_ document: OutgoingDocument, _ naming: KeyNaming) {
        self.document = document
        fields = FieldCollector(naming: naming)
        isFollowing = document.isFollowed && document.included == nil
    }

    /// True if the queue is empty.
    var isEmpty: Bool { position == pending.count }

    /// Records that a resource was written, and adds the targets of its relationships to the queue.
    ///
    /// - Parameters:
    ///   - identifier: The identifier of the resource.
    ///   - paths: The paths to follow from it; `nil` for all.
    func note(_ identifier: ResourceIdentifier?, _ paths: IncludePaths?) {
        guard isFollowing else { return }
        let relationships = fields.relationships
        // Without include paths, a resource from the queue is already recorded.
        let isKnown = paths == nil && position > 0
        if !isKnown, let identity = identifier.flatMap({ Identity($0) }) {
            known[identity] = .written(paths == nil ? [] : relationships)
            if let paths { seen.insert(Visit(identity: identity, paths: paths)) }
        }
        follow(relationships, paths)
    }

    private func follow(_ relationships: [OutgoingRelationship], _ paths: IncludePaths?) {
        for relationship in relationships {
            let rest = paths?[relationship.name]
            if paths != nil, rest == nil { continue }
            for target in relationship.targets { add(target, rest) }
        }
    }

    /// Adds a resource to the queue; without include paths, only if it is neither written nor
    /// queued yet.
    private func add(_ target: OutgoingRelationship.Target, _ paths: IncludePaths?) {
        guard let identity = Identity(target.identifier) else { return }
        if paths == nil {
            guard known[identity] == nil else { return }
            known[identity] = .waiting
        }
        pending.append((target.resource, identity, paths))
    }

    /// Returns the next resource that has not been written, and the paths to follow from it; `nil`
    /// at the end.
    func next() -> (resource: any Resource, paths: IncludePaths?)? {
        while position < pending.count {
            let (resource, identity, paths) = pending[position]
            position += 1
            guard case .written(let relationships)? = known[identity] else {
                return (resource, paths)
            }
            guard let paths else { continue }
            if seen.insert(Visit(identity: identity, paths: paths)).inserted {
                follow(relationships, paths)
            }
        }
        return nil
    }
}
