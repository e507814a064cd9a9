// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
import RecadoCurlCommands
public import RecadoEndpoints
public import RecadoHTTP
public import RecadoTransport

/// The error of a failed call, with everything that is known about it.
///
/// Declared failures are caught like the cases of an enum, and so are the kinds of errors:
///
/// ```swift
/// do {
///     film = try await client.send(RentFilm(id: 7))
/// } catch .failed(.alreadyRented) {
///     …
/// } catch .timedOut {
///     …
/// } catch {
///     log(error)               // one line, safe to keep
///     print(error.curl)        // the same request, for a shell
/// }
/// ```
///
/// The description is one line without secrets; `debugDescription` has the remaining data, without
/// the values of sensitive fields and of the query. Neither of them ever shows credentials, and a
/// dump does not, either.
public struct CallError<Failure: Error>: AnyCallError {
    /// The kind of failure.
    public let kind: CallErrorKind
    /// The failure that the endpoint declares or the call names, if the service answered with it.
    public let failure: Failure?

    let record: CallRecord

    init(_ kind: CallErrorKind, _ record: CallRecord, failure: Failure? = nil) {
        self.kind = kind
        self.record = record
        self.failure = failure
    }

    /// The details that the server gave.
    public var problem: ProblemDetails? { record.problem }
    /// The error in the service's own model, if the rules of the call name one and it was found.
    ///
    /// It is also the ``failure`` if the call names its type; `decoded(as:)` finds it in any error.
    public var serviceError: (any Error)? { record.serviceError }
    /// The reason for the cancellation, if the call was cancelled.
    public var cancellation: CancellationReason? { record.cancellation }
    /// The method of the request.
    public var method: Method? { record.request?.method }
    /// The URI of the request, without the values of its query; empty for errors without a request.
    public var uri: String { record.request.map(Redaction.uri(of:)) ?? "" }
    /// The status of the answer, if there was one.
    public var status: Status? { record.status }
    /// The header section of the answer, if there was one.
    public var fields: Fields? { record.fields }
    /// The content of the answer, as far as it was read: up to
    /// ``Client/Settings/errorContentLimit``.
    ///
    /// It is the content as the server sent it, decompressed and otherwise unchanged, for every
    /// answer with a status that is not accepted and for those that could not be read as the
    /// expected type. It may repeat secrets; descriptions show at most an excerpt without them.
    public var content: [UInt8] { record.content }
    /// True if the answer's content is longer than ``content``, or was interrupted.
    public var isContentTruncated: Bool { record.isContentTruncated }
    /// The number of the attempt that failed, from 1.
    public var attempt: Int { record.attempt }
    /// The failed attempts, including one that no other attempt followed.
    public var attempts: [Attempt] { record.attempts }
    /// The time from the call to the failure.
    public var duration: Duration { record.duration }
    /// The redirects that were followed before the failure, from the first to the last.
    public var redirects: [RedirectHop] { record.redirects }
    /// The time that each phase of the last request took, if the transport reports it.
    public var timings: PhaseTimings? { record.timings }
    /// The trace context that the last request sent; `nil` without ``ClientMiddleware/tracing``.
    public var traceContext: TraceContext? { record.traceContext }
    /// The error of a lower layer, if there was one, such as `TransportError`.
    public var underlying: (any Error)? { record.underlying }
    /// The error in reading the response, with its place in the document.
    public var codingFailure: CodingError? { record.underlying as? CodingError }
    /// The error that prevented the response from arriving.
    public var transportError: TransportError? { record.underlying as? TransportError }

    /// The request as a shell command.
    ///
    /// The values of sensitive fields and of the query are masked, and content is left out, as it
    /// may hold secrets, too.
    public var curl: String { record.request.map { $0.curl() } ?? "" }

    // MARK: - Making errors

    init(_ error: any Error, _ record: CallRecord) {
        var record = record
        record.underlying = error
        record.detail = "\(type(of: error))"
        switch error {
        case let error as TransportError:
            record.detail = error.description
            record.noteCancellation(error)
            self.init(Self.kind(of: error.kind), record)
        case let error as ContentTooLarge:
            record.detail = error.description
            self.init(.tooLarge, record)
        case is CancellationError:
            record.noteCancellation(error)
            self.init(.cancelled, record)
        default:
            self.init(.unreachable, record)
        }
    }

    private static func kind(of kind: TransportError.Kind) -> CallErrorKind {
        switch kind {
        case .timedOut: .timedOut
        case .cancelled, .released: .cancelled
        case .invalidRequest, .contentFailed, .notReplayable, .cleartext: .invalid
        case .unauthenticated: .unauthenticated
        case .tooLarge: .tooLarge
        case .undecodable: .unreadable
        case .cannotResolve, .cannotConnect, .connectionLost, .tls, .protocolViolation,
            .redirectRefused, .failed:
            .unreachable
        }
    }
}
