// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoHTTP

/// The failures of a third-party service, which sends a status and its own content instead of
/// problem details.
///
/// ```swift
/// enum Failure: ForeignProblem {
///     case notFound(ServiceError?)
///     case conflict
///     case other(Status, ServiceError?)
///
///     static let responses: [ForeignResponse<Failure>] = [
///         ForeignResponse(404, "No such film", Failure.notFound),
///         ForeignResponse(409, "Rented", Failure.conflict),
///         ForeignResponse("default", "Any other problem", Failure.other),
///     ]
/// }
/// ```
///
/// If the content cannot be read, the payload is `nil`; the status still identifies the failure.
public protocol ForeignProblem: Problem {
    /// The answers that identify failures, in the order in which the service's description lists
    /// them.
    static var responses: [ForeignResponse<Self>] { get }
}

extension ForeignProblem {
    /// One sample of each failure.
    public static var all: [Self] { responses.map(\.sample) }

    /// The declared status, or the status in the failure's payload.
    public var status: Status {
        Self.status(in: Mirror(reflecting: self), depth: 0)
            ?? answer.map { $0.make($0.sampleStatus, nil).1 } ?? .internalServerError
    }

    /// The declared title.
    public var title: String { answer?.title ?? status.reasonPhrase }

    private var answer: ForeignResponse<Self>? {
        let code = code
        return Self.responses.first { $0.sample.code == code }
    }

    private static func status(in mirror: Mirror, depth: Int) -> Status? {
        guard let first = mirror.children.first?.value, depth < 2 else { return nil }
        if let status = first as? Status { return status }
        let inner = Mirror(reflecting: first)
        return inner.displayStyle == .tuple ? status(in: inner, depth: depth + 1) : nil
    }

    /// Finds the failure for a status.
    ///
    /// An answer for exactly this status takes precedence over an answer for its class, which takes
    /// precedence over an answer for any status.
    public init?(_ details: ProblemDetails) {
        let found = Self.responses.filter { $0.covers(details.status) }
        guard let answer = found.min(by: { $0.breadth < $1.breadth }) else { return nil }
        self = answer.make(details.status, details.content).0
    }
}

/// An answer that identifies a failure of a ``ForeignProblem``.
public struct ForeignResponse<Failure: Sendable>: Sendable {
    /// The status as written in OpenAPI documents: `404`, `4XX` or `default`.
    let status: String
    let title: String
    /// Creates the failure from the status and the content, and returns it with its status.
    let make: @Sendable (Status, Value?) -> (Failure, Status)

    /// Creates an answer without content.
    ///
    /// - Parameters:
    ///   - code: The status, 4xx or 5xx.
    ///   - title: The human-readable title of the failure.
    ///   - failure: The failure.
    public init(_ code: Int, _ title: String, _ failure: Failure) {
        status = "\(code)"
        self.title = title
        make = { status, _ in (failure, Status(code) ?? status) }
    }

    /// Creates an answer with content.
    ///
    /// - Parameters:
    ///   - code: The status, 4xx or 5xx.
    ///   - title: The human-readable title of the failure.
    ///   - make: Creates the failure from the content, such as `Failure.notFound`.
    public init<Content: Decodable & Sendable>(
        _ code: Int,
        _ title: String,
        _ make: @escaping @Sendable (Content?) -> Failure
    ) {
        status = "\(code)"
        self.title = title
        self.make = { status, content in
            (make(Self.read(content)), Status(code) ?? status)
        }
    }

    /// Creates an answer for several statuses.
    ///
    /// - Parameters:
    ///   - statuses: `4XX` or `5XX` for a class, `default` for any.
    ///   - title: The human-readable title of the failure.
    ///   - make: Creates the failure from the status, such as `Failure.other`.
    public init(
        _ statuses: String,
        _ title: String,
        _ make: @escaping @Sendable (Status) -> Failure
    ) {
        status = statuses
        self.title = title
        self.make = { status, _ in (make(status), status) }
    }

    /// Creates an answer for several statuses, with content.
    ///
    /// - Parameters:
    ///   - statuses: `4XX` or `5XX` for a class, `default` for any.
    ///   - title: The human-readable title of the failure.
    ///   - make: Creates the failure from the status and the content, such as `Failure.other`.
    public init<Content: Decodable & Sendable>(
        _ statuses: String,
        _ title: String,
        _ make: @escaping @Sendable (Status, Content?) -> Failure
    ) {
        status = statuses
        self.title = title
        self.make = { status, content in (make(status, Self.read(content)), status) }
    }

    private static func read<Content: Decodable>(_ content: Value?) -> Content? {
        guard let content, let bytes = try? JSON().encode(content) else { return nil }
        return try? JSON().decode(Content.self, from: bytes)
    }

    /// A sample of the failure for OpenAPI documents, without content.
    var sample: Failure { make(sampleStatus, nil).0 }

    var sampleStatus: Status {
        if let code = Int(status), let status = Status(code) { return status }
        return status.hasPrefix("4") ? .badRequest : .internalServerError
    }

    /// The breadth of the statuses that the answer covers: 0 for one, 1 for a class, 2 for all.
    var breadth: Int { Int(status) != nil ? 0 : status == "default" ? 2 : 1 }

    func covers(_ other: Status) -> Bool {
        if let code = Int(status) { return code == other.code }
        return status == "default" || status.hasPrefix("\(other.code / 100)")
    }
}
