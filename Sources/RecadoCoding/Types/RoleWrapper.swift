// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A property wrapper that states the role of the property as a member.
protocol RoleWrapper {
    static var role: MemberRole { get }
}

extension Flat: RoleWrapper {
    static var role: MemberRole { .flat }
}
