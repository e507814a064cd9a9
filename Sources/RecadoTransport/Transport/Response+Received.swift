// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

extension Response {
    /// Returns the response as a client receives it: with Content-Length if the length is known,
    /// and without content if HTTP allows none.
    package func asReceived(answering request: Request) -> Response {
        var response = self
        if !status.forbidsContent, !fields.contains(.contentLength), let length = content.length {
            response.fields[.contentLength] = "\(length)"
        }
        if request.method == .head || status.forbidsContent { response.content = .empty }
        return response
    }
}
