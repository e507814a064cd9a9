// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Value: CustomStringConvertible {
    /// The value as indented JSON, for people to read; of a value with more than 512 levels,
    /// which no thread has to have room for, a statement of that.
    public var description: String {
        var json = JSON()
        json.isPretty = true
        // JSON can express every value: only the depth is refused.
        return (try? json.encodeToString(self)) ?? "a value of more than 512 levels"
    }
}
