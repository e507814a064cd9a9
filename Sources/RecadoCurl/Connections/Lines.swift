// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The lines of a loop, which others than HTTP use.
struct Lines: ~Copyable {
    private var active: [ObjectIdentifier: ActiveLine] = [:]

    /// All lines, whichever their state.
    var all: [ActiveLine] { Array(active.values) }

    subscript(line: Line) -> ActiveLine? {
        get { active[ObjectIdentifier(line)] }
        set { active[ObjectIdentifier(line)] = newValue }
    }
}
