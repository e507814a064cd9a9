// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension JSONParser {
    /// The sets of keys of the objects around the open one, by their depth.
    ///
    /// Those of the outer levels are stored in place, which needs no allocation. At deeper levels
    /// the keys before a container are not recorded, and each key after it is compared.
    struct KeySets {
        private var sets = InlineArray<16, UInt64>(repeating: 0)

        @inline(always)
        subscript(depth: Int) -> UInt64 {
            get { sets.indices.contains(depth) ? sets[depth] : .max }
            set {
                if sets.indices.contains(depth) { sets[depth] = newValue }
            }
        }
    }
}
