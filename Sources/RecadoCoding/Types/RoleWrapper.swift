// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A wrapper of a property that says what the property is as a member.
protocol RoleWrapper {
    static var role: MemberRole { get }
}

extension Flat: RoleWrapper {
    static var role: MemberRole { .flat }
}
