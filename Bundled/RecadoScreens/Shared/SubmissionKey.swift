// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The name of a submission, by which a service recognises repetitions (Idempotency-Key).
///
/// The same form keeps its key until it has been accepted, so that sending it again after a lost
/// answer adds nothing twice. A form with different content is a new submission.
public struct SubmissionKey<Form: Hashable & Sendable>: Sendable {
    private var sent: (form: Form, key: String)?

    /// Creates the name of a submission that has not been sent yet.
    public init() {}

    /// The key of a form.
    ///
    /// - Parameter form: The form as it is sent.
    /// - Returns: 32 hexadecimal digits: the same as last time for the same form, and new ones for
    ///   another form.
    public mutating func key(for form: Form) -> String {
        if let sent, sent.form == form { return sent.key }
        let key = (0..<4).map { _ in Self.digits(UInt32.random(in: 0 ... .max)) }.joined()
        sent = (form, key)
        return key
    }

    /// Forgets the submission after it has been accepted: the same form is then a new submission.
    public mutating func reset() {
        sent = nil
    }

    private static func digits(_ number: UInt32) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
