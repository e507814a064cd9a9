// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension JSONParser {
    /// For each enclosing object, by depth, a set of 64 bits that shows which key hashes have
    /// occurred.
    ///
    /// Only the outermost 15 levels are stored, inline and without an allocation. At deeper levels,
    /// the bits are lost when a nested container is read, so each later key of the object is
    /// compared with all earlier keys.
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
