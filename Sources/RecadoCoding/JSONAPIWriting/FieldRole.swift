// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The role of a model's member in a JSON:API resource, as far as the name of the member determines
/// it.
enum FieldRole: UInt8, BitwiseCopyable {
    /// An attribute, unless its value is a relationship.
    case attribute
    /// The type or the identity, which are written outside of the attributes.
    case identity
    case links, meta
    /// No role, because JSON:API does not allow the name.
    case unnamable

    init(_ name: String) {
        switch name {
        case "id", "type", "lid": self = .identity
        case "links": self = .links
        case "meta": self = .meta
        default: self = MemberName.isValid(name) ? .attribute : .unnamable
        }
    }
}
