// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport

extension Request {
    /// Returns the request with its content read into memory.
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
