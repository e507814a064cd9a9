// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoHTTP

/// Applies the requested status and fault to a simulated answer, as the last step before it is
/// sent.
struct PlaygroundCompatibility: Service.Compatibility {
    func finish(_ response: inout Response, answering request: Request) {
        let code = request.parameter("status").flatMap { Int($0) }
        if let status = code.flatMap({ Status($0) }) {
            response.status = status
            Self.complete(&response.fields, for: status)
        }
        if response.status.forbidsContent || response.status.code == 205 {
            response.content = .empty
            response.fields.removeAll(.contentType)
            return
        }
        guard request.method != .post else { return }
        let fault = request.parameter("fault").flatMap { Playground.Fault(rawValue: $0) }
        if let fault { Self.spoil(&response, with: fault) }
    }

    /// Adds the fields that a status requires (RFC 9110 §15.5.2, §15.5.6, §15.5.8).
    private static func complete(_ fields: inout Fields, for status: Status) {
        switch status.code {
        case 401: fields[.wwwAuthenticate] = #"Bearer realm="Playground""#
        case 405: fields[.allow] = "GET, HEAD, POST"
        case 407: fields["Proxy-Authenticate"] = #"Bearer realm="Playground""#
        default: break
        }
    }

    private static func spoil(_ response: inout Response, with fault: Playground.Fault) {
        switch fault {
        case .malformed:
            guard let bytes = response.content.bytes else { return }
            response.content = Content(Array(bytes.prefix(bytes.count * 2 / 3)))
        case .empty:
            response.content = .empty
            response.fields.removeAll(.contentType)
        case .mistyped:
            break  // It was written so.
        case .text:
            response.fields[.contentType] = "text/plain; charset=utf-8"
            response.content = Content("Vuelva usted mañana.")
        case .page:
            response.fields[.contentType] = "text/html; charset=utf-8"
            response.fields[.contentTypeOptions] = "nosniff"
            response.fields[.referrerPolicy] = "same-origin"
            // The page needs no resources, so the policy allows none.
            response.fields[.contentSecurityPolicy] =
                "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
            response.content = Content(
                "<!doctype html><title>Wi-Fi</title><p>Identifíquese, por favor.</p>"
            )
        case .mislabelled:
            response.fields[.contentType] = "text/plain; charset=utf-8"
        }
    }
}
