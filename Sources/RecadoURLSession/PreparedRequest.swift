// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// A request, converted to the form that a session accepts.
struct PreparedRequest: Sendable {
    let method: Method
    /// The host and the port, for error messages.
    let authority: String
    /// The converted request, without content that must be streamed.
    let urlRequest: URLRequest
    /// The source of content that must be streamed.
    let source: (any ContentSource)?
    /// The length of the content; `nil` if it is unknown.
    let length: Int?

    init(_ request: Request) throws(TransportError) {
        guard request.target != "*" else {
            throw TransportError(.invalidRequest, "a URL cannot name the server itself")
        }
        let origin = "\(request.scheme.lowercased())://\(request.authority)"
        guard let url = URL(string: origin + request.target) else {
            throw TransportError(.invalidRequest, "the target is no URL")
        }
        var urlRequest = URLRequest(url: url)
        urlRequest.httpMethod = request.method.name
        urlRequest.cachePolicy = .reloadIgnoringLocalCacheData
        // A timeout of a year, in effect none: the transport measures timeouts itself, because a
        // session on Linux measures only whole seconds.
        urlRequest.timeoutInterval = 86_400 * 365
        Self.add(request.fields, to: &urlRequest)
        method = request.method
        authority = request.authority
        length = request.content.length
        if let bytes = request.content.bytes {
            source = nil
            if !bytes.isEmpty || Self.expectsContent(request.method) {
                urlRequest.httpBody = Data(bytes)
            }
        } else {
            source = request.content.makeSource()
            if let length { urlRequest.setValue("\(length)", forHTTPHeaderField: "Content-Length") }
        }
        self.urlRequest = urlRequest
    }

    private static func add(_ fields: Fields, to request: inout URLRequest) {
        for field in fields where field.name != .contentLength && field.name != .host {
            request.addValue(field.value, forHTTPHeaderField: field.name.rawName)
        }
        // Without an Accept-Encoding field, a session would add its own and ask for compressed
        // content.
        if !fields.contains(.acceptEncoding) {
            request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        }
    }

    /// True for methods whose requests have the field `Content-Length: 0` if their content is empty
    /// (RFC 9110 §8.6).
    private static func expectsContent(_ method: Method) -> Bool {
        method == .post || method == .put || method == .patch
    }
}

extension Request {
    /// Reads streamed content into memory, for systems on which a session cannot stream it.
    mutating func collect(upTo limit: Int) async throws(TransportError) {
        guard content.bytes == nil else { return }
        let announced = content.length
        let bytes: [UInt8]
        do {
            bytes = try await content.collect(upTo: limit)
        } catch is CancellationError {
            throw TransportError(.cancelled)
        } catch let error as ContentTooLarge {
            throw TransportError(.contentFailed, error.description)
        } catch {
            throw TransportError(.contentFailed, "\(type(of: error))")
        }
        if let announced, bytes.count != announced {
            let detail = "its source announced \(announced) bytes and gave \(bytes.count)"
            throw TransportError(.contentFailed, detail)
        }
        content = Content(bytes)
    }
}
