// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
public import RecadoContracts

/// A simulated answer and the rules by which it is read, as somebody fills them in.
///
/// What is left blank is what the service and the rules do by themselves.
public struct PlaygroundTrial: Sendable, Hashable {
    /// By what an answer is told to be an error.
    public enum Manner: String, Sendable, Hashable, CaseIterable {
        /// By its status: `SDOSJSONResponseSerializer`.
        case status
        /// By an error in an envelope, whatever the status: `SDOSHTTPErrorJSONResponseSerializer`.
        case envelope
    }

    /// What the value is read as.
    public enum Reading: String, Sendable, Hashable, CaseIterable {
        /// One user.
        case user
        /// A list of users.
        case list
    }

    // MARK: - The simulated answer

    /// What the content looks like.
    public var shape = Playground.Shape.everything
    /// The format of the content.
    public var writing = Playground.Writing.json
    /// What is wrong with the content; `nil` for nothing.
    public var fault: Playground.Fault?
    /// The status.
    public var status = ""
    /// Where the value stands.
    public var root = ""
    /// Where the error stands.
    public var errorRoot = ""
    /// The code of the error.
    public var code = ""
    /// How long the answer takes, in milliseconds.
    public var delay = ""

    // MARK: - The rules

    /// By what an answer is told to be an error.
    public var manner = Manner.status
    /// What the value is read as.
    public var reading = Reading.user
    /// Where the value is looked for.
    public var readRoot = ""
    /// Where the error is looked for.
    public var readErrorRoot = ""
    /// Whether an answer without content is taken with 204, 205 and 304 alone.
    public var isStrictAboutNothing = false

    /// Creates a trial with nothing filled in.
    public init() {}

    // MARK: - Calls

    /// What is wrong with what was filled in, by the names of the fields.
    public var complaints: [Trouble.Complaint] {
        var complaints: [Trouble.Complaint] = []
        func check(_ field: String, _ text: String, _ isRight: Bool, _ words: Phrase) {
            if !text.isEmpty, !isRight { complaints.append(.init(field, words)) }
        }
        check("status", status, number(status, 200...599), Self.statusWords)
        check("root", root, MemberPath(root) != nil, Self.pathWords)
        check("errorRoot", errorRoot, MemberPath(errorRoot) != nil, Self.pathWords)
        check("code", code, Int(code) != nil, Self.numberWords)
        check("delay", delay, number(delay, 0...10_000), Self.delayWords)
        check("readRoot", readRoot, MemberPath(readRoot) != nil, Self.pathWords)
        check("readErrorRoot", readErrorRoot, MemberPath(readErrorRoot) != nil, Self.pathWords)
        return complaints
    }

    /// The call that asks for the answer.
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

    private func number(_ text: String, _ range: ClosedRange<Int>) -> Bool {
        Int(text).map(range.contains) ?? false
    }

    private static let statusWords = Phrase(
        "Un estado va de 200 a 599.",
        en: "A status is from 200 to 599."
    )
    private static let pathWords = Phrase(
        "Nombres con puntos entre ellos, como body.data.",
        en: "Names with dots between them, such as body.data."
    )
    private static let numberWords = Phrase("Un número entero.", en: "A whole number.")
    private static let delayWords = Phrase(
        "De 0 a 10 000 milisegundos.",
        en: "From 0 to 10,000 milliseconds."
    )
}
