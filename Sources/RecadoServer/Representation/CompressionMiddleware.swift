// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCompression
public import RecadoHTTP

/// Compresses answers to GET for clients that accept it (RFC 9110 §12.5.3).
///
/// It is about endpoints whose answers may be compressed (`Endpoint.isCompressible`), collections and pages of text, from
/// 1 024 bytes on. Streams are sent as they are, and files have compressed siblings. More than 64 KiB are compressed on
/// another thread than the event loop's.
///
/// The tag of a compressed answer names its coding, `"…-gzip"`, for the bytes differ (RFC 9110 §8.8.3.3). A condition with
/// such a tag is passed on without the coding, so that what is inside of the middleware knows the tag of the content alone.
public struct CompressionMiddleware: Middleware {
    /// Creates the middleware.
    public init() {}

    /// Passes a request on, and compresses the response.
    public func handle(
        _ request: Request,
        context: RequestContext,
        next: Next
    ) -> PendingResponse {
        guard let representation = context.representation, representation != .plain else {
            return next(request)
        }
        guard request.fields.contains(.acceptEncoding) else {
            return next(request).map {
                representation.markChoice(in: &$0)
            } later: {
                { representation.markChoice(in: &$0) }
            }
        }
        let work = Work(representation, request)
        switch next(work.request(request)) {
        case .now(let response): return work.finish(response)
        case .later(let rest): return .later { await work.finish(await rest()).value }
        case .begun(let rest): return .begun { await work.finish(await rest()).value }
        }
    }
}

/// The compression of one answer.
private struct Work: Sendable {
    private let representation: Representation
    /// The coding that the client likes best; `nil` for none.
    private let coding: ContentCoding?
    /// The conditions of the request that may have tags with the coding.
    private var conditions: [(name: FieldName, values: [String])] = []

    init(_ representation: Representation, _ request: Request) {
        self.representation = representation
        coding = CodingChoice.best(for: request)
        guard coding != nil, request.fields.hasNames(beginningWith: "if-") else { return }
        conditions = [FieldName.ifMatch, .ifNoneMatch].compactMap { name in
            let values = request.fields[values: name]
            return values.isEmpty ? nil : (name, values)
        }
    }

    private var suffix: String { coding.map { "-\($0.rawValue)\"" } ?? "" }

    /// The request with the tags of the content without its coding.
    func request(_ request: Request) -> Request {
        guard !conditions.isEmpty else { return request }
        var request = request
        for (name, values) in conditions {
            let plain = values.map { $0.replacing(suffix, with: "\"") }
            guard plain != values else { continue }
            request.fields[name] = plain.joined(separator: ", ")
        }
        return request
    }

    func finish(_ response: Response) -> PendingResponse {
        var response = response
        representation.markChoice(in: &response)
        if response.status == .notModified { return .now(unchanged(response)) }
        guard let coding, let bytes = representation.compressibleContent(of: response) else {
            return .now(response)
        }
        guard bytes.count > EventLoop.mostBytesAtOnce else {
            return .now(compressed(response, CodingChoice.compress(bytes, coding)))
        }
        return .begun { [response] in
            compressed(response, await Self.compressElsewhere(bytes, coding))
        }
    }

    private func compressed(_ response: Response, _ content: [UInt8]?) -> Response {
        guard let content, let coding else { return response }
        var response = response
        response.fields[.contentEncoding] = coding.rawValue
        response.content = Content(content)
        response.fields[.eTag] = response.fields[.eTag].map(withCoding)
        return response
    }

    /// The client has the answer, perhaps in the coding.
    private func unchanged(_ response: Response) -> Response {
        var response = response
        guard let tag = response.fields[.eTag] else { return response }
        let coded = withCoding(tag)
        if conditions.contains(where: { $0.values.contains { $0.contains(coded) } }) {
            response.fields[.eTag] = coded
        }
        return response
    }

    /// A strong tag with the coding; a weak one stands for all codings.
    private func withCoding(_ tag: String) -> String {
        tag.hasPrefix("\"") ? tag.dropLast() + suffix : tag
    }

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
    /// Compressed answers to GET, for clients that accept them.
    public static var compression: CompressionMiddleware { CompressionMiddleware() }
}
