// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The members that a failure may leave out, with the types that the failure declares for them.
///
/// ``Problem`` requires the same members with the types that they must have. So a member of a wrong
/// type, as in `var detail: String`, is an error of the compiler, instead of being ignored in
/// favour of the default.
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
