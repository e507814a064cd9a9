// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// Walks through two versions of a shape side by side.
///
/// Shapes may contain themselves, and in a hostile document a few references may expand to very
/// many shapes. So a pair of references is entered only once for each operation and direction. The
/// depth, the parts of a shape and the number of pairs have limits; ``gaps`` records where a limit
/// was reached.
struct SchemaWalk {
    /// The limits of a walk.
    enum Limit: Int, Sendable {
        /// The maximum nesting depth of shapes.
        case depth = 64
        /// The maximum number of parts that `allOf` combines into a shape.
        case parts = 100
        /// The maximum number of pairs of shapes.
        case pairs = 20_000
    }

    private struct Entry: Hashable {
        let old: String
        let new: String
        let direction: SchemaPair.Direction
        let nulls: [Bool]
    }

    private let oldRoot: Value
    private let newRoot: Value
    private var seen: Set<Entry> = []
    private(set) var pairs: [SchemaPair] = []
    /// The location at which each limit was first reached.
    private(set) var gaps: [(limit: Limit, place: String)] = []

    init(old: Value, new: Value) {
        oldRoot = old
        newRoot = new
    }

    /// Adds two versions of a shape and of all that they contain.
    ///
    /// The walk is breadth-first, so that it reaches each shape by the shortest path, and a shape
    /// is too deep only if its shortest path is too long. With `isText`, for a path, a query or a
    /// field, null is not compared, because text cannot express it.
    mutating func add(
        _ old: Value,
        _ new: Value,
        _ direction: SchemaPair.Direction,
        _ place: String,
        isText: Bool = false
    ) {
        var next = pairs.count
        visit(old, new, direction, place, 0, isText: isText)
        while next < pairs.count, !hasMet(.pairs) {
            visitMembers(of: pairs[next])
            next += 1
        }
    }

    private mutating func visit(
        _ old: Value,
        _ new: Value,
        _ direction: SchemaPair.Direction,
        _ place: String,
        _ depth: Int,
        isText: Bool = false
    ) {
        guard pairs.count < Limit.pairs.rawValue else { return meet(.pairs, at: place) }
        let isTooDeep = depth >= Limit.depth.rawValue
        if isTooDeep, hasMet(.depth) { return }
        let oldShapes = ShapeUnion(old, in: oldRoot, isText: isText)
        let newShapes = ShapeUnion(new, in: newRoot, isText: isText)
        let nulls = [oldShapes.isNullable, newShapes.isNullable]
        guard enter(oldShapes.reference, newShapes.reference, direction, nulls) else { return }
        if isTooDeep { return meet(.depth, at: place) }
        if !oldShapes.isWhole || !newShapes.isWhole { meet(.parts, at: place) }
        if oldShapes.shapes.count == 1, newShapes.shapes.count == 1 {
            let one = (oldShapes.shapes[0].value, newShapes.shapes[0].value)
            append(one, (nulls[0], nulls[1]), direction, place, depth)
        } else {
            addUnion(oldShapes, newShapes, direction, place, depth)
        }
    }

    private func hasMet(_ limit: Limit) -> Bool { gaps.contains { $0.limit == limit } }

    private mutating func meet(_ limit: Limit, at place: String) {
        if !hasMet(limit) { gaps.append((limit, place)) }
    }

    /// Returns true if a pair of shapes has not been entered before; shapes without names are
    /// always entered.
    private mutating func enter(
        _ old: String?,
        _ new: String?,
        _ direction: SchemaPair.Direction,
        _ nulls: [Bool]
    ) -> Bool {
        guard let old, let new else { return true }
        return seen.insert(Entry(old: old, new: new, direction: direction, nulls: nulls)).inserted
    }

    private mutating func addUnion(
        _ old: ShapeUnion,
        _ new: ShapeUnion,
        _ direction: SchemaPair.Direction,
        _ place: String,
        _ depth: Int
    ) {
        let matches = ShapeMatches(old.separated, new.separated)
        // A union has no type of its own; this pair carries its removed and added shapes to the
        // rules.
        var pair = SchemaPair(
            old: ComparedShape([:], isNullable: old.isNullable),
            new: ComparedShape([:], isNullable: new.isNullable),
            direction: direction,
            place: place,
            depth: depth
        )
        pair.removedChoices = matches.removed.map(\.key)
        pair.addedChoices = matches.added.map(\.key)
        pairs.append(pair)
        for (shape, other) in matches.pairs
        where enter(shape.reference, other.reference, direction, []) {
            append((shape.value, other.value), (false, false), direction, place, depth)
        }
    }

    private mutating func append(
        _ values: (old: Value, new: Value),
        _ nulls: (old: Bool, new: Bool),
        _ direction: SchemaPair.Direction,
        _ place: String,
        _ depth: Int
    ) {
        let old = ComparedShape(values.old, isNullable: nulls.old)
        let new = ComparedShape(values.new, isNullable: nulls.new)
        pairs.append(
            SchemaPair(old: old, new: new, direction: direction, place: place, depth: depth)
        )
    }

    private mutating func visitMembers(of pair: SchemaPair) {
        let (direction, place, depth) = (pair.direction, pair.place, pair.depth + 1)
        let members = pair.new.members
        for (name, was) in pair.old.members {
            guard let now = members[name] else { continue }
            visit(was, now, direction, "\(place)/\(name)", depth)
        }
        // `contentSchema` describes content within a string, such as the data of an event.
        let parts = [("items", "[]"), ("additionalProperties", "{}"), ("contentSchema", "()")]
        for (key, mark) in parts {
            guard let was = pair.old.value[key], let now = pair.new.value[key],
                was.objectValue != nil, now.objectValue != nil
            else { continue }
            visit(was, now, direction, "\(place)/\(mark)", depth)
        }
    }
}
