// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoContracts
import RecadoEndpoints

/// A simulated answer and the rules by which it is read, as entered in a form.
///
/// For a blank field, the service or the rules use their default.
public struct PlaygroundTrial: Sendable, Hashable {
    /// The ways to recognize an error.
    public enum Manner: String, Sendable, Hashable, CaseIterable {
        /// By the status of the answer.
        case status
        /// By an error in an envelope, regardless of the status.
        case envelope
    }

    /// The types that the value is read as.
    public enum Reading: String, Sendable, Hashable, CaseIterable {
        /// One user.
        case user
        /// A list of users.
        case list
    }

    // MARK: - The simulated answer

    /// The shape of the content.
    public var shape = Playground.Shape.everything
    /// The format of the content.
    public var writing = Playground.Writing.json
    /// The fault of the content; `nil` for none.
    public var fault: Playground.Fault?
    /// The status, as typed.
    public var status = ""
    /// The path of the value, as typed.
    public var root = ""
    /// The path of the error, as typed.
    public var errorRoot = ""
    /// The code of the error, as typed.
    public var code = ""
    /// The delay of the answer in milliseconds, as typed.
    public var delay = ""

    // MARK: - The rules

    /// The way to recognize an error.
    public var manner = Manner.status
    /// The type that the value is read as.
    public var reading = Reading.user
    /// The path from which the value is read.
    public var readRoot = ""
    /// The path from which the error is read.
    public var readErrorRoot = ""
    /// True if an answer without content is accepted only with the statuses 204, 205 and 304.
    public var isStrictAboutNothing = false

    /// The limits of the fields, as `SimulateUser` declares them.
    public static let limits = FieldLimits(of: SimulateUser.self)

    /// Creates a trial with blank fields.
    public init() {}

    /// The errors of the fields, in the order of the fields.
    public var errors: [FieldError] {
        let limits = Self.limits
        return [
            limits.error(ofNumber: status, in: "status"),
            Self.error(ofPath: root, in: "root"),
            Self.error(ofPath: errorRoot, in: "errorRoot"),
            limits.error(ofNumber: code, in: "code"),
            limits.error(ofNumber: delay, in: "delay"),
            Self.error(ofPath: readRoot, in: "readRoot"),
            Self.error(ofPath: readErrorRoot, in: "readErrorRoot"),
        ].compactMap(\.self)
    }

    private static func error(ofPath text: String, in field: String) -> FieldError? {
        text.isEmpty || MemberPath(text) != nil ? nil : FieldError(field, .notAPath)
    }

    /// The call that requests the answer.
    public var call: SimulateUser {
        var call = SimulateUser(
            shape,
            root: MemberPath(root),
            errorRoot: MemberPath(errorRoot),
            code: Int(code),
            status: Int(status).map { .init(wrappedValue: $0) },
            fault: fault
        )
        call.delay = Int(delay).map { .init(wrappedValue: $0) }
        call.format = writing
        return call
    }
}
