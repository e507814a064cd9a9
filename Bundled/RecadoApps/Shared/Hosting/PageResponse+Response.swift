// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoServer

extension PageResponse {
    /// Returns the HTTP response for the answer.
    func response(to visit: Visit) -> Response {
        var visit = visit
        if let visitor { visit.visitor = visitor }
        var response: Response
        var cookies = cookies
        switch content {
        case .screen(let screen, let status):
            response = Shell(screen: screen, visit: visit).response(status)
            if visit.notice != nil { cookies.append(Cookie(Notice.cookieName, "")) }
        case .redirect(let path):
            response = Response(
                status: .seeOther,
                fields: [.location: path, .cacheControl: "no-store"]
            )
        case .response(let other): response = other
        }
        if visit.visitor.isNew, let credentials = visit.visitor.credentials {
            cookies.append(Cookie(Visitor.cookieName, credentials.identifier))
        }
        for cookie in cookies {
            response.fields.append(cookie.field(answering: visit.request), to: .setCookie)
        }
        return response
    }
}
