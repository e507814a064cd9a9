// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Value: CustomStringConvertible {
    /// The value as indented JSON, for people to read.
    public var description: String {
        var json = JSON()
        json.isPretty = true
        json.limits.depth = .max
        // JSON can express every value, so that nothing is refused at any depth.
        return (try? json.encodeToString(self)) ?? ""
    }
}
