// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A hash table of an object's keys.
///
/// The standard library seeds its hash per process, so collisions cannot be provoked.
struct KeyIndex {
    private var places: [ByteReader: UInt32] = [:]

    /// - Parameters:
    ///   - object: The index of an object.
    ///   - context: The context of the call.
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

    /// Returns the index of a key, or `nil` if the object lacks it.
    func find(_ name: ByteReader) -> Int? { places[name].map { Int($0) } }
}
