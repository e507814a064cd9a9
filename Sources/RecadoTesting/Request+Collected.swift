// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP

extension Request {
    /// The request with its content at hand.
    func collected(upTo limit: Int) async throws(TransportError) -> Request {
        if content.bytes != nil { return self }
        let announced = content.length
        var request = self
        do {
            request.content = Content(try await content.collect(upTo: limit))
        } catch is CancellationError {
            throw TransportError(.cancelled)
        } catch let error as ContentTooLarge {
            throw TransportError(.contentFailed, error.description)
        } catch {
            if Task.isCancelled { throw TransportError(.cancelled) }
            throw TransportError(.contentFailed, "\(type(of: error))")
        }
        if let announced, let length = request.content.length, length != announced {
            let detail = "its source announced \(announced) bytes and gave \(length)"
            throw TransportError(.contentFailed, detail)
        }
        return request
    }
}

extension Response {
    /// What of a response reaches a client: its length is told, and content only where HTTP allows it.
    func asReceived(answering request: Request) -> Response {
        var response = self
        if !status.forbidsContent, !fields.contains(.contentLength), let length = content.length {
            response.fields[.contentLength] = "\(length)"
        }
        if request.method == .head || status.forbidsContent { response.content = .empty }
        return response
    }
}
