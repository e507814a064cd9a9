// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A hash table from an object's keys to their node indexes.
///
/// The standard library seeds its hash function anew in each process, so an attacker cannot craft
/// keys that collide.
struct KeyIndex {
    private var places: [ByteReader: UInt32] = [:]

    /// Creates the hash table of an object.
    ///
    /// - Parameters:
    ///   - object: The node index of the object.
    ///   - context: The decoder of the running decode call.
    init(of object: Int, in context: TreeDecoder) {
        places.reserveCapacity(context.node(object).count)
        var index = object + 1
        let end = context.node(object).end
        while index < end {
            let key = context.node(index)
            if !key.isShadowed {
                places[context.slice(of: key)] = UInt32(truncatingIfNeeded: index)
            }
            index = context.end(of: index + 1)
        }
    }

    /// Returns the node index of a key, or `nil` if the object lacks it.
    func find(_ name: ByteReader) -> Int? { places[name].map { Int($0) } }
}
