// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
import RecadoCurlCommands
public import RecadoEndpoints
public import RecadoHTTP
public import RecadoTransport

/// The error of a failed call, with everything that is known about it.
///
/// Failures that the endpoint declares, and kinds of errors, can be matched in `catch` clauses:
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
/// The description is one line without secrets. `debugDescription` shows all other data, except the
/// values of sensitive header fields and of the query. Neither of these texts shows credentials,
/// and a dump does not either.
public struct CallError<Failure: Error>: AnyCallError {
    /// The kind of failure.
    public let kind: CallErrorKind
    /// The failure, in the type that the endpoint declares or the call names; `nil` if there is no
    /// failure of that type.
    public let failure: Failure?

    let record: CallRecord

    init(_ kind: CallErrorKind, _ record: CallRecord, failure: Failure? = nil) {
        self.kind = kind
        self.record = record
        self.failure = failure
    }

    /// The problem details that the server sent; `nil` if there are none.
    public var problem: ProblemDetails? { record.problem }
    /// The decoded error in the service's own type; `nil` if no ``ErrorModel`` of the call matched.
    ///
    /// If the call names the error type, ``failure`` has the same value. `decoded(as:)` finds the
    /// value in errors of any type.
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
    /// The content of the answer, or its beginning of at most
    /// ``Client/Settings/errorContentLimit``.
    ///
    /// It is available if the status is not accepted or if the content could not be decoded. Apart
    /// from decompression, the content is as the server sent it. It may repeat secrets;
    /// descriptions show at most an excerpt without them.
    public var content: [UInt8] { record.content }
    /// True if the answer had more content than ``content`` holds, or if it was interrupted.
    public var isContentTruncated: Bool { record.isContentTruncated }
    /// The number of the attempt that failed, from 1.
    public var attempt: Int { record.attempt }
    /// The failed attempts that were retried; also the last attempt if the retry policy gave up
    /// after it.
    public var attempts: [Attempt] { record.attempts }
    /// The time from the start of the call to the failure.
    public var duration: Duration { record.duration }
    /// The redirects that were followed before the failure, from the first to the last.
    public var redirects: [RedirectHop] { record.redirects }
    /// The time that each phase of the last request took, if the transport reports it.
    public var timings: PhaseTimings? { record.timings }
    /// The trace context that the last request carried; `nil` without ``ClientMiddleware/tracing``.
    public var traceContext: TraceContext? { record.traceContext }
    /// The error of a lower layer, if there was one, such as `TransportError`.
    public var underlying: (any Error)? { record.underlying }
    /// The error that occurred while the response was decoded, with its position in the document.
    public var codingFailure: CodingError? { record.underlying as? CodingError }
    /// The transport's error, if it is the reason why no complete response arrived.
    public var transportError: TransportError? { record.underlying as? TransportError }

    /// The request as a `curl` command.
    ///
    /// The values of sensitive header fields and of the query are masked, and the content is
    /// omitted, because it may hold secrets.
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
