// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

extension Response {
    /// The response as it reaches a client: its length is told, and
    /// content only where HTTP allows it.
    package func asReceived(answering request: Request) -> Response {
        var response = self
        if !status.forbidsContent, !fields.contains(.contentLength), let length = content.length {
            response.fields[.contentLength] = "\(length)"
        }
        if request.method == .head || status.forbidsContent { response.content = .empty }
        return response
    }
}
