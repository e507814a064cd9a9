// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Value: CustomStringConvertible {
    /// The value as indented JSON, or a short notice for a value with more than 512 levels.
    ///
    /// A thread's stack may be too small for deeper values.
    public var description: String {
        var json = JSON()
        json.isPretty = true
        // JSON can express every value, so encoding fails only for the depth.
        return (try? json.encodeToString(self)) ?? "a value of more than 512 levels"
    }
}
