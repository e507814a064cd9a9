// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import TestLibrary
import Testing

/// Calls operations of a SOAP service without a network.
struct SOAPAddress {
    let application: Application
    var path = "/library/soap"

    init(_ path: String = "/library/soap", _ service: Service = BookLibrary.service()) throws {
        application = try Application([service])
        self.path = path
    }

    func post(
        _ message: String,
        as type: String = "text/xml; charset=utf-8",
        fields: Fields = [:]
    ) async throws -> (response: Response, text: String) {
        var request = Request(
            method: .post,
            authority: "example.org",
            target: path,
            fields: fields,
            content: Content(message)
        )
        if !type.isEmpty { request.fields[.contentType] = type }
        let response = await application.respond(to: request)
        let bytes = try await response.content.collect(upTo: 1 << 24)
        return (response, String(decoding: bytes, as: UTF8.self))
    }

    func get(_ target: String) async throws -> (response: Response, text: String) {
        let request = Request(method: .get, authority: "example.org", target: target)
        let response = await application.respond(to: request)
        let bytes = try await response.content.collect(upTo: 1 << 24)
        return (response, String(decoding: bytes, as: UTF8.self))
    }

    /// Returns a message in an envelope of the given SOAP version.
    static func envelope(
        _ body: String,
        header: String = "",
        _ version: SOAP.Version = .soap11
    ) -> String {
        """
        <s:Envelope xmlns:s="\(version.namespace)">\
        \(header.isEmpty ? "" : "<s:Header>\(header)</s:Header>")<s:Body>\(body)</s:Body></s:Envelope>
        """
    }

    static func find(_ children: String) -> String {
        envelope(#"<FindPeople xmlns="\#(BookLibrary.namespace)">\#(children)</FindPeople>"#)
    }
}
