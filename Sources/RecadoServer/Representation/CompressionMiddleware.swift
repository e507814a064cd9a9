// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCompression
public import RecadoHTTP

/// Compresses answers to GET for clients that accept it (RFC 9110 §12.5.3).
///
/// It applies to endpoints whose answers may be compressed (`Endpoint.isCompressible`), collections
/// and text pages, from 1 024 bytes on. Streams are sent uncompressed, and static files have
/// compressed copies. Content of more than 64 KiB is compressed on a thread other than the event
/// loop's.
///
/// The entity tag of compressed content names the coding, as in `"…-gzip"`, because the bytes
/// differ (RFC 9110 §8.8.3.3); a tag that a handler has set is unchanged. If a condition of the
/// request contains such a tag, the middleware adds the tag of the uncoded content to it, so that
/// the layers inside do not have to know codings. Pages that set a cookie, or that shared caches
/// may not store, are not compressed, because they may contain secrets (BREACH).
public struct CompressionMiddleware: Middleware {
    /// Creates the middleware.
    public init() {}

    /// Passes on a request, and compresses the response.
    public func handle(
        _ request: Request,
        context: RequestContext,
        next: Next
    ) -> PendingResponse {
        guard let representation = context.representation, representation != .plain else {
            return next(request)
        }
        guard request.fields.contains(.acceptEncoding), let coding = CodingChoice.best(for: request)
        else {
            return next(request).map {
                representation.markChoice(in: &$0, context)
            } later: {
                { representation.markChoice(in: &$0, context) }
            }
        }
        let work = Work(coding, representation, context, request)
        switch next(work.request(request)) {
        case .now(let response): return work.finish(response)
        case .later(let rest): return .later { await work.finish(await rest()).value }
        }
    }
}

extension Representation {
    /// Adds `Vary: Accept-Encoding` if clients that accept other codings may get another answer.
    fileprivate func markChoice(in response: inout Response, _ context: RequestContext) {
        let isChosen =
            response.status == .notModified
            ? context.unsent?.isCompressible == true : compressibleContent(of: response) != nil
        if isChosen { response.addVary(.acceptEncoding) }
    }
}

/// The compression of one answer.
private struct Work: Sendable {
    private let representation: Representation
    private let context: RequestContext
    /// The coding that the client prefers.
    private let coding: ContentCoding
    /// The request's If-Match and If-None-Match values; their tags may end in the coding's name.
    private var conditions: [(name: FieldName, values: [String])] = []

    init(
        _ coding: ContentCoding,
        _ representation: Representation,
        _ context: RequestContext,
        _ request: Request
    ) {
        self.coding = coding
        self.representation = representation
        self.context = context
        guard request.fields.hasNames(beginningWith: "if-") else { return }
        conditions = [FieldName.ifMatch, .ifNoneMatch].compactMap { name in
            let values = request.fields[values: name]
            return values.isEmpty ? nil : (name, values)
        }
    }

    private var suffix: String { "-\(coding.rawValue)\"" }

    /// Returns the request, with the tag of the uncoded content added for each tag that names the
    /// coding.
    func request(_ request: Request) -> Request {
        guard !conditions.isEmpty else { return request }
        var request = request
        for (name, values) in conditions {
            let plain = values.map { $0.replacing(suffix, with: "\"") }
            guard plain != values else { continue }
            request.fields[name] = (values + plain).joined(separator: ", ")
        }
        return request
    }

    func finish(_ response: Response) -> PendingResponse {
        var response = response
        representation.markChoice(in: &response, context)
        if response.status == .notModified { return .now(unchanged(response)) }
        guard let bytes = representation.compressibleContent(of: response) else {
            return .now(response)
        }
        guard bytes.count > EventLoop.mostBytesAtOnce else {
            return .now(compressed(response, bytes, CodingChoice.compress(bytes, coding)))
        }
        return .later { [response] in
            compressed(response, bytes, await Self.compressElsewhere(bytes, coding))
        }
    }

    private func compressed(
        _ response: Response,
        _ content: [UInt8],
        _ compressed: [UInt8]?
    ) -> Response {
        guard let compressed else { return response }
        var response = response
        response.fields[.contentEncoding] = coding.rawValue
        response.content = Content(compressed)
        // A tag that a handler has set is not changed.
        if let tag = response.fields[.eTag], tag == EntityTag.fieldValue(of: content) {
            response.fields[.eTag] = withCoding(tag)
        }
        return response
    }

    /// Returns the 304 answer for a client that has the content; its tag names the coding, unless
    /// the client has the uncoded content.
    private func unchanged(_ response: Response) -> Response {
        guard let unsent = context.unsent, unsent.isOfContent else { return response }
        let known = conditions.flatMap(\.values).joined(separator: ",")
        let coded = withCoding(unsent.tag)
        guard known.contains(coded) || !known.contains(unsent.tag) else { return response }
        var response = response
        response.fields[.eTag] = coded
        return response
    }

    private func withCoding(_ tag: String) -> String { tag.dropLast() + suffix }

    @concurrent
    private static func compressElsewhere(
        _ bytes: [UInt8],
        _ coding: ContentCoding
    ) async -> [UInt8]? {
        await withTaskExecutorPreference(globalConcurrentExecutor) {
            CodingChoice.compress(bytes, coding)
        }
    }
}

extension Middleware where Self == CompressionMiddleware {
    /// The middleware that compresses answers to GET for clients that accept it.
    public static var compression: CompressionMiddleware { CompressionMiddleware() }
}
