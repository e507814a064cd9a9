// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import TestLibrary
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Services called by SOAP` {
    @Test(arguments: SOAP.Version.allCases)
    func `values of every type survive a round trip`(_ version: SOAP.Version) async throws {
        let name = Document.Name(local: "EchoBook", namespace: BookLibrary.namespace)
        let call = try SOAPPayload.element(name, holding: "book", of: BookLibrary.book)
        let message = String(decoding: version.envelope(around: call), as: UTF8.self)
        let type = version.fields(action: nil)[.contentType] ?? ""
        let (response, text) = try await SOAPAddress().post(message, as: type)
        #expect(response.status == .ok, "\(text)")
        #expect(response.fields[.contentType] == version.mediaType.essence + "; charset=utf-8")
        let envelope = try SOAPEnvelope(reading: Array(text.utf8), mediaType: nil)
        #expect(envelope.version == version)
        let answer = try #require(envelope.contents.first)
        #expect(answer.name.description == "{urn:example:library}EchoBookResponse")
        let book: BookLibrary.Book = try SOAPPayload.value(of: "EchoBookResult", in: answer.value)
        #expect(book == BookLibrary.book)
    }

    @Test func `inputs from path and query are children of one element`() async throws {
        let message = SOAPAddress.find(
            "<names>Ana</names><letter>A</letter><limit> 2 </limit><names>Abel</names><names>Eva</names>"
        )
        let (response, text) = try await SOAPAddress().post(message)
        #expect(response.status == .ok)
        #expect(
            text.hasSuffix(
                """
                <soap:Body><FindPeopleResponse xmlns="urn:example:library">\
                <FindPeopleResult><name>Ana</name></FindPeopleResult>\
                <FindPeopleResult><name>Abel</name></FindPeopleResult>\
                </FindPeopleResponse></soap:Body></soap:Envelope>
                """
            ),
            "\(text)"
        )
    }

    @Test func `an empty list gives a response without result elements`() async throws {
        let (_, text) = try await SOAPAddress().post(
            SOAPAddress.find("<letter>A</letter><limit>2</limit>")
        )
        #expect(text.contains(#"<FindPeopleResponse xmlns="urn:example:library"/>"#), "\(text)")
    }

    @Test func `a declared failure becomes a fault with the problem as detail`() async throws {
        let (response, text) = try await SOAPAddress().post(
            SOAPAddress.find("<letter>x</letter><limit>2</limit>")
        )
        #expect(response.status == .internalServerError)
        #expect(
            text.contains("<faultcode>soap:Client</faultcode><faultstring>Nobody</faultstring>")
        )
        #expect(text.contains("<type>/library/problems/nobody</type>"))
        let (other, words) = try await SOAPAddress().post(
            SOAPAddress.find("<letter>z</letter><limit>2</limit>")
        )
        #expect(other.status == .serviceUnavailable)
        #expect(words.contains("<faultcode>soap:Server</faultcode>"))
    }

    @Test func `refused inputs are reported with their pointers`() async throws {
        let (response, text) = try await SOAPAddress().post(
            SOAPAddress.find("<limit>41</limit><since>now</since>")
        )
        #expect(response.status == .internalServerError)
        for place in ["/letter", "/limit", "/since"] {
            #expect(text.contains("<pointer>\(place)</pointer>"), "\(text)")
        }
    }

    @Test func `callers authenticate by HTTP Basic`() async throws {
        let message = SOAPAddress.envelope(
            #"<Forget xmlns="\#(BookLibrary.namespace)"><title>x</title></Forget>"#
        )
        let (refused, _) = try await SOAPAddress().post(message)
        #expect(refused.status == .unauthorized)
        #expect(refused.fields[.wwwAuthenticate]?.hasPrefix("Basic realm=\"Library\"") == true)
        let credentials = try BasicCredentials(user: "ana", password: "secret").authorization
        let (response, text) = try await SOAPAddress().post(
            message,
            fields: [.authorization: credentials]
        )
        #expect(response.status == .ok)
        #expect(text.contains(#"<ForgetResponse xmlns="urn:example:library"/>"#))
    }

    @Test func `calls share the quota of the endpoint's own route`() async throws {
        var service = BookLibrary.service()
        service.quota = Quota(2, per: .seconds(60))
        let address = try SOAPAddress("/library/soap", service)
        let message = SOAPAddress.find("<letter>A</letter><limit>2</limit>")
        _ = try await address.get("/library/people/A?limit=2&names=A")
        #expect(try await address.post(message).response.status == .ok)
        let (response, text) = try await address.post(message)
        #expect(response.status == .tooManyRequests)
        #expect(response.fields[.retryAfter] != nil)
        #expect(text.contains("<faultcode>soap:Client</faultcode>"))
    }

    @Test func `the SOAP action selects the operation if the body does not`() async throws {
        let empty = SOAPAddress.envelope("")
        let (response, text) = try await SOAPAddress().post(
            empty,
            fields: ["SOAPAction": "\"urn:example:library/Top3AsXml\""]
        )
        #expect(response.status == .ok, "\(text)")
        let bare = SOAPAddress.envelope(
            "<FindPeople><letter>A</letter><limit>1</limit></FindPeople>"
        )
        let type = #"application/soap+xml; action="urn:example:library/FindPeople""#
        #expect(try await SOAPAddress().post(bare, as: type).response.status == .ok)
    }
}
