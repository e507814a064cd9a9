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

/// A request in the form that a session takes.
struct PreparedRequest: Sendable {
    let method: Method
    /// The host and the port, for messages.
    let authority: String
    /// The request, without content that must be streamed.
    let urlRequest: URLRequest
    /// The source of content that must be streamed.
    let source: (any ContentSource)?
    /// The length of that content, when it is known.
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
        // This module measures timeouts itself: those of a session count whole seconds on Linux.
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
        // A session asks for compressed content unless the request has an Accept-Encoding.
        if !fields.contains(.acceptEncoding) {
            request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        }
    }

    /// True for methods whose requests send `Content-Length: 0` if they have no content (RFC 9110
    /// §8.6).
    private static func expectsContent(_ method: Method) -> Bool {
        method == .post || method == .put || method == .patch
    }
}

extension Request {
    /// Reads the content, where it cannot be streamed.
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
