// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension JSONParser {
    /// The hash bits of the keys of the enclosing objects, by their depth.
    ///
    /// Only the outer 15 levels are stored, without an allocation. At deeper levels, the bits are
    /// lost when a nested container is read, and each later key is compared with all earlier ones.
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
