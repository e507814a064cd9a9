// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP

/// What can be said of a failed call without knowing the endpoint.
///
/// ```swift
/// catch let error as any AnyCallError where error.kind == .timedOut { … }
/// ```
public protocol AnyCallError: WrappingError, Sendable, CustomStringConvertible {
    /// What kind of failure it is.
    var kind: CallErrorKind { get }
    /// The details that the server gave.
    var problem: ProblemDetails? { get }
    /// The error in the service's own model, if the rules of the call name one and it was found.
    var serviceError: (any Error)? { get }
    /// Why the call was given up, if it was.
    var cancellation: CancellationReason? { get }
    /// The method of the request.
    var method: Method? { get }
    /// The URI of the request, without the values of its query.
    var uri: String { get }
    /// The status of the answer, if there was one.
    var status: Status? { get }
    /// The header section of the answer, if there was one.
    var fields: Fields? { get }
    /// The content of the answer, as far as it was read and kept.
    var content: [UInt8] { get }
    /// Whether there is more of the content, or it broke off.
    var isContentTruncated: Bool { get }
    /// Whether the same call may succeed later; it does not say that repeating it is safe.
    var isRetryable: Bool { get }
    /// How long the server asks to wait before the call is made again, if it does.
    var retryDelay: Duration? { get }
    /// Which attempt of the call failed, from 1.
    var attempt: Int { get }
    /// The attempts that failed and were followed by another one or by none.
    var attempts: [Attempt] { get }
    /// From the call to the failure.
    var duration: Duration { get }
    /// The redirects that were followed before the failure, from the first to the last.
    var redirects: [RedirectHop] { get }
    /// The error of a lower layer, if there was one.
    var underlying: (any Error)? { get }
    /// The request as a shell command, without secrets.
    var curl: String { get }
    /// What happened in a sentence for the people who use the program.
    ///
    /// - Parameter language: The tag of a language, such as `es-ES`; what is not known is told in English.
    /// - Returns: The sentence.
    func userMessage(in language: String) -> String
}

extension AnyCallError {
    /// What happened in a sentence for the people who use the program, in English.
    public func userMessage() -> String { userMessage(in: "en") }
}
