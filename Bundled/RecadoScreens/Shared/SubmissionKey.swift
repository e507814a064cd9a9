// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The key of a form's submission, by which a service recognizes repetitions (Idempotency-Key).
///
/// The same form keeps its key until the form has been accepted, so that sending the form again
/// after a lost answer adds nothing twice. A form with different content gets a new key.
public struct SubmissionKey<Form: Hashable & Sendable>: Sendable {
    private var sent: (form: Form, key: String)?

    /// Creates the key of a submission that has not been sent yet.
    public init() {}

    /// Returns the key of a form.
    ///
    /// - Parameter form: The form as it is sent.
    /// - Returns: 32 hexadecimal digits; the same as last time if the form has not changed.
    public mutating func key(for form: Form) -> String {
        if let sent, sent.form == form { return sent.key }
        let key = (0..<4).map { _ in Self.digits(UInt32.random(in: 0 ... .max)) }.joined()
        sent = (form, key)
        return key
    }

    /// Discards the key after the form has been accepted, so that the same form is a new
    /// submission.
    public mutating func reset() {
        sent = nil
    }

    private static func digits(_ number: UInt32) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
