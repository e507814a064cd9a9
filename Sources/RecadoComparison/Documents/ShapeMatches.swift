// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// The matching of the shapes of a union in two versions.
struct ShapeMatches {
    private(set) var pairs: [(old: ShapeUnion.Shape, new: ShapeUnion.Shape)] = []
    private(set) var removed: [ShapeUnion.Shape] = []
    private(set) var added: [ShapeUnion.Shape] = []

    /// Matches shapes with the same name first, then shapes with the same members, then shapes of
    /// the same type.
    init(_ old: [ShapeUnion.Shape], _ new: [ShapeUnion.Shape]) {
        removed = old
        added = new
        match { one, other in
            one.reference != nil && one.reference == other.reference
        }
        match { Self.signature($0) == Self.signature($1) }
        match { $0.key == $1.key }
        // Several string shapes, or several number shapes, may match one shape of the other
        // version.
        for shape in removed {
            guard let other = new.first(where: { Self.isScalar($0) && $0.key == shape.key }) else {
                continue
            }
            pairs.append((shape, other))
        }
        for shape in added {
            guard let other = old.first(where: { Self.isScalar($0) && $0.key == shape.key }) else {
                continue
            }
            pairs.append((other, shape))
        }
        removed.removeAll { shape in new.contains { Self.isScalar($0) && $0.key == shape.key } }
        added.removeAll { shape in old.contains { Self.isScalar($0) && $0.key == shape.key } }
    }

    private static func isScalar(_ shape: ShapeUnion.Shape) -> Bool {
        ["string", "integer", "number", "boolean"].contains(shape.key)
    }

    private mutating func match(_ isSame: (ShapeUnion.Shape, ShapeUnion.Shape) -> Bool) {
        var rest: [ShapeUnion.Shape] = []
        for shape in removed {
            if let index = added.firstIndex(where: { isSame(shape, $0) }) {
                pairs.append((shape, added.remove(at: index)))
            } else {
                rest.append(shape)
            }
        }
        removed = rest
    }

    /// The types, the names of members and the values of a shape.
    private static func signature(_ shape: ShapeUnion.Shape) -> [String] {
        let compared = ComparedShape(shape.value)
        return compared.types.sorted() + ["members"] + compared.members.keys.sorted() + ["values"]
            + (compared.choices?.sorted() ?? [])
    }
}
