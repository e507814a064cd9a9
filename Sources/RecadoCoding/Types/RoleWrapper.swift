// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A property wrapper that defines the role of its property, such as attribute or flat.
protocol RoleWrapper {
    static var role: MemberRole { get }
}

extension Flat: RoleWrapper {
    static var role: MemberRole { .flat }
}
