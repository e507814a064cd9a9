// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

extension Response {
    /// Returns the response as a client receives it: with its length, and with content only if HTTP
    /// allows content.
    package func asReceived(answering request: Request) -> Response {
        var response = self
        if !status.forbidsContent, !fields.contains(.contentLength), let length = content.length {
            response.fields[.contentLength] = "\(length)"
        }
        if request.method == .head || status.forbidsContent { response.content = .empty }
        return response
    }
}
