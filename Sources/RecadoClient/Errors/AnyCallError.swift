// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP
public import RecadoTransport

/// The error of a failed call, with the properties that do not depend on the endpoint of the call.
///
/// ```swift
/// catch let error as any AnyCallError where error.kind == .timedOut { … }
/// ```
public protocol AnyCallError: WrappingError, Sendable, CustomStringConvertible {
    /// The kind of failure.
    var kind: CallErrorKind { get }
    /// The problem details that the server sent; `nil` if there are none.
    var problem: ProblemDetails? { get }
    /// The decoded error in the service's own type; `nil` if no ``ErrorModel`` of the call matched.
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
    /// The content of the answer, or as much of it as was read and kept.
    var content: [UInt8] { get }
    /// True if there was more content than ``content`` holds, or if the content was interrupted.
    var isContentTruncated: Bool { get }
    /// True if the same call may succeed later; repeating it may still be unsafe.
    var isRetryable: Bool { get }
    /// The time that the server asks to wait before the call is made again, if any.
    var retryDelay: Duration? { get }
    /// The number of the attempt that failed, from 1.
    var attempt: Int { get }
    /// The failed attempts that were retried; also the last attempt if the retry policy gave up
    /// after it.
    var attempts: [Attempt] { get }
    /// The time from the start of the call to the failure.
    var duration: Duration { get }
    /// The redirects that were followed before the failure, from the first to the last.
    var redirects: [RedirectHop] { get }
    /// The error of a lower layer, if there was one.
    var underlying: (any Error)? { get }
    /// The request as a shell command, without secrets.
    var curl: String { get }
    /// Returns a sentence about the failure for the users of the program.
    ///
    /// - Parameter language: A language tag, such as `es-ES`; English is used if the language is
    ///   not supported.
    /// - Returns: The sentence.
    func userMessage(in language: String) -> String
}

extension AnyCallError {
    /// Returns a sentence about the failure for the users of the program, in English.
    public func userMessage() -> String { userMessage(in: "en") }
}
