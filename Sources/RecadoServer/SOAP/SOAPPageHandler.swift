// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

/// Answers GET at a SOAP address: with the WSDL for `?wsdl`, otherwise with a page that describes
/// the operations.
struct SOAPPageHandler: WaitingHandler {
    let template: String
    private let description: SOAPDescription
    private let wsdl: Deferred<WSDL>

    init(template: String, _ description: SOAPDescription) {
        self.template = template
        self.description = description
        wsdl = Deferred { WSDL(description) }
    }

    var heedsPreconditions: Bool { false }
    var endings: [String] { [] }
    var representation: Representation? { .compressibleText }

    func answer(
        _ request: Request,
        _ match: RouteMatch,
        in context: RequestContext?
    ) async -> Response {
        let address = Self.address(of: request)
        var response =
            Self.asksForDescription(request)
            ? Self.response(wsdl.value.text(at: address))
            : SOAPPage(description, address: address).page.response()
        response.addTag()
        return response
    }

    /// True if the query contains `wsdl` or `singlewsdl`, in upper or lower case, perhaps with a
    /// value or other parameters.
    private static func asksForDescription(_ request: Request) -> Bool {
        (request.query ?? "").split(separator: "&").contains { item in
            ["wsdl", "singlewsdl"].contains(item.prefix { $0 != "=" }.lowercased())
        }
    }

    /// Returns the URI by which the client has reached the address, so that it can also call it.
    private static func address(of request: Request) -> String {
        "\(request.scheme)://\(request.authority)\(request.path)"
    }

    private static func response(_ text: String) -> Response {
        Response(
            status: .ok,
            fields: [
                .contentType: "text/xml; charset=utf-8",
                .contentTypeOptions: "nosniff",
                .cacheControl: "no-cache",
            ],
            content: Content(text)
        )
    }
}
