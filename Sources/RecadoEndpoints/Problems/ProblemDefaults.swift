// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A guard against a failure that declares an optional member with a wrong type.
///
/// ``Problem`` has defaults for its optional members, of the right types. Without this protocol,
/// the compiler would ignore a member of a wrong type, such as `var detail: String`, and use the
/// default. With it, such a failure does not compile.
public protocol ProblemDefaults {
    /// The type of the failure's `detail`.
    associatedtype DetailMember = String?
    /// The type of the failure's `remedy`.
    associatedtype RemedyMember = String?
    /// The type of the failure's `code`.
    associatedtype CodeMember = String

    /// See ``Problem/detail``.
    var detail: DetailMember { get }
    /// See ``Problem/remedy``.
    var remedy: RemedyMember { get }
    /// See ``Problem/code``.
    var code: CodeMember { get }
}

extension Problem where DetailMember == String? {
    /// `nil`: no detail.
    public var detail: String? { nil }
}

extension Problem where RemedyMember == String? {
    /// `nil`: no remedy.
    public var remedy: String? { nil }
}

extension Problem where CodeMember == String {
    /// The case's name, without a payload.
    public var code: String { String("\(self)".prefix { $0 != "(" }) }
}
