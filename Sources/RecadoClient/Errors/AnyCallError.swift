// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP
public import RecadoTransport

/// The properties of a failed call that are known without its endpoint.
///
/// ```swift
/// catch let error as any AnyCallError where error.kind == .timedOut { … }
/// ```
public protocol AnyCallError: WrappingError, Sendable, CustomStringConvertible {
    /// The kind of failure.
    var kind: CallErrorKind { get }
    /// The details that the server gave.
    var problem: ProblemDetails? { get }
    /// The error in the service's own model, if the rules of the call name one and it was found.
    var serviceError: (any Error)? { get }
    /// The reason for the cancellation, if the call was cancelled.
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
    /// True if the content has further bytes, or was interrupted.
    var isContentTruncated: Bool { get }
    /// True if the same call may succeed later; this does not mean that a repetition is safe.
    var isRetryable: Bool { get }
    /// The time that the server asks to wait before the call is made again, if any.
    var retryDelay: Duration? { get }
    /// The number of the attempt that failed, from 1.
    var attempt: Int { get }
    /// The failed attempts, including one that no other attempt followed.
    var attempts: [Attempt] { get }
    /// The time from the call to the failure.
    var duration: Duration { get }
    /// The redirects that were followed before the failure, from the first to the last.
    var redirects: [RedirectHop] { get }
    /// The error of a lower layer, if there was one.
    var underlying: (any Error)? { get }
    /// The request as a shell command, without secrets.
    var curl: String { get }
    /// Returns a sentence about the failure for the people who use the program.
    ///
    /// - Parameter language: The tag of a language, such as `es-ES`; English if it is not
    ///   supported.
    /// - Returns: The sentence.
    func userMessage(in language: String) -> String
}

extension AnyCallError {
    /// Returns a sentence about the failure for the people who use the program, in English.
    public func userMessage() -> String { userMessage(in: "en") }
}
