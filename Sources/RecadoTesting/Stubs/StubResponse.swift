// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoEndpoints
public import RecadoHTTP
public import RecadoTransport

/// The response of a stub, or the error that it fails with.
///
/// ```swift
/// stub.on("GET /films", .status(.serviceUnavailable), .json(films))        // in turn
/// stub.on("GET /films/7", .file("Fixtures/film.json").after(.seconds(2)))  // on the stub's clock
/// stub.on("GET /films/8", .error(.connectionLost))
/// ```
public struct StubResponse: Sendable {
    typealias Make = @Sendable (StubbedRequest) async throws(TransportError) -> Response

    let delay: Duration
    let make: Make

    private init(delay: Duration = .zero, _ make: @escaping Make) {
        self.delay = delay
        self.make = make
    }

    /// An answer with a status, fields and content.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - fields: The header fields; Content-Length is added.
    ///   - content: The content; if it can be read only once, it serves only one request.
    /// - Returns: The response of the stub.
    public static func status(
        _ status: Status,
        _ fields: Fields = [:],
        _ content: Content = .empty
    ) -> StubResponse {
        let response = Response(status: status, fields: fields, content: content)
        return StubResponse { _ in response }
    }

    /// An answer of plain text.
    ///
    /// - Parameters:
    ///   - text: The content.
    ///   - status: The status; 200 by default.
    /// - Returns: The response of the stub.
    public static func text(_ text: String, _ status: Status = .ok) -> StubResponse {
        .status(status, [.contentType: "text/plain; charset=utf-8"], Content(text))
    }

    /// An answer whose content is a value as JSON.
    ///
    /// - Parameters:
    ///   - value: The value; if encoding fails, the request fails.
    ///   - status: The status; 200 by default.
    ///   - fields: Further fields.
    /// - Returns: The response of the stub.
    public static func json(
        _ value: some Encodable,
        _ status: Status = .ok,
        _ fields: Fields = [:]
    ) -> StubResponse {
        .encoded(as: .json, status, fields) { () throws(CodingError) in
            try JSON().encode(value)
        }
    }

    /// An answer whose content is a value as XML.
    ///
    /// - Parameters:
    ///   - value: The value; if encoding fails, the request fails.
    ///   - status: The status; 200 by default.
    ///   - fields: Further fields.
    /// - Returns: The response of the stub.
    public static func xml(
        _ value: some Encodable,
        _ status: Status = .ok,
        _ fields: Fields = [:]
    ) -> StubResponse {
        .encoded(as: .xml, status, fields) { () throws(CodingError) in
            try XML().encode(value)
        }
    }

    /// An answer whose content is a problem as `application/problem+json`.
    ///
    /// - Parameter problem: The problem; its status becomes the status of the answer.
    /// - Returns: The response of the stub.
    public static func problem(_ problem: ProblemDetails) -> StubResponse {
        let response = Response(problem)
        return StubResponse { _ in response }
    }

    /// An answer whose content is a file, which is read again for each request.
    ///
    /// - Parameters:
    ///   - path: The path of the file, of 64 MiB at most.
    ///   - type: The media type of the file; by default, the type that its extension indicates.
    ///   - status: The status; 200 by default.
    /// - Returns: The response of the stub.
    public static func file(
        _ path: String,
        as type: MediaType? = nil,
        _ status: Status = .ok
    ) -> StubResponse {
        let type = type ?? mediaType(ofFile: path)
        return StubResponse { _ throws(TransportError) in
            let content: [UInt8]?
            do {
                content = try PrivateFile.read(path, limit: 64 << 20, isGuarded: false)
            } catch {
                throw TransportError(.failed, "the stub: \(error)")
            }
            guard let content else { throw TransportError(.failed, "the stub's file is missing") }
            let fields: Fields = [.contentType: type.description]
            return Response(status: status, fields: fields, content: Content(content))
        }
    }

    /// A transport error instead of an answer.
    ///
    /// - Parameters:
    ///   - kind: The kind of the error.
    ///   - detail: The detail of the error, for its description.
    /// - Returns: The response of the stub.
    public static func error(_ kind: TransportError.Kind, _ detail: String = "stub") -> StubResponse
    {
        StubResponse { _ throws(TransportError) in throw TransportError(kind, detail) }
    }

    /// An answer that a closure makes from the request.
    ///
    /// - Parameter make: Makes the answer.
    /// - Returns: The response of the stub.
    public static func made(
        _ make: @escaping @Sendable (StubbedRequest) async throws(TransportError) -> Response
    ) -> StubResponse {
        StubResponse(make)
    }

    /// Returns the same answer with a delay.
    ///
    /// - Parameter delay: The time that the request waits on the stub's clock; the request's
    ///   timeouts apply.
    /// - Returns: The response of the stub.
    public func after(_ delay: Duration) -> StubResponse {
        StubResponse(delay: self.delay + delay, make)
    }

    private static func encoded(
        as type: MediaType,
        _ status: Status,
        _ fields: Fields,
        _ encode: () throws(CodingError) -> [UInt8]
    ) -> StubResponse {
        let content: [UInt8]
        do {
            content = try encode()
        } catch {
            return .error(.failed, "the stub's value cannot be encoded: \(error)")
        }
        var fields = fields
        if !fields.contains(.contentType) { fields[.contentType] = type.description }
        return .status(status, fields, Content(content))
    }

    private static func mediaType(ofFile path: String) -> MediaType {
        switch path.split(separator: ".").last?.lowercased() {
        case "json": .json
        case "xml": .xml
        case "html": .html
        case "txt": .plainText
        case "css": .css
        case "svg": .svg
        case "png": .png
        default: .octetStream
        }
    }
}
