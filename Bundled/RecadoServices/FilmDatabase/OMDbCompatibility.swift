// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoHTTP

/// The conventions of OMDb: the parameter `r` names the format, and `callback` names a JavaScript
/// function to wrap the JSON in (JSONP).
struct OMDbCompatibility: Service.Compatibility {
    /// Returns the format for the parameter `r`: XML for `xml`, and JSON for any other value.
    ///
    /// The Accept field is ignored.
    func ending(for request: Request) -> String? {
        request.parameter("r")?.lowercased() == "xml" ? "xml" : "json"
    }

    func finish(_ response: inout Response, answering request: Request) {
        response.fields.removeAll(.vary)
        guard response.fields[.contentType] == "application/json" else {
            response.fields[.contentType] = "text/xml; charset=utf-8"
            return
        }
        response.fields[.contentType] = "application/json; charset=utf-8"
        guard let function = request.parameter("callback"), Self.isFunction(function),
            let json = response.content.bytes
        else { return }
        response.fields[.contentType] = "application/javascript; charset=utf-8"
        response.content = Content(Array(function.utf8) + Array("(".utf8) + json + Array(")".utf8))
    }

    /// Returns an error in the form `{"Response":"False","Error":"Invalid API key!"}`.
    func response(to problem: ProblemDetails, of request: Request) -> Response? {
        let answer = TitleAnswer.nothing(problem.title)
        let ending = ending(for: request)
        guard
            let format = SearchTitles.formats.first(where: { $0.pathExtension == ending }),
            let content = try? format.encode(answer)
        else { return nil }
        var response = Response(
            status: problem.status,
            fields: [
                .contentType: content.fieldValue, .contentTypeOptions: "nosniff",
                .cacheControl: "no-store",
            ],
            content: Content(content.bytes)
        )
        finish(&response, answering: request)
        return response
    }

    /// True if a text is only the name of a JavaScript function, such as `show` or `page.show`.
    static func isFunction(_ name: String) -> Bool {
        guard (1...64).contains(name.utf8.count) else { return false }
        return name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
            guard let first = part.utf8.first, !(0x30...0x39).contains(first) else { return false }
            return part.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x24, 0x5F: true
                default: false
                }
            }
        }
    }
}
