// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoInProcess
import RecadoServer
import RecadoTesting
import TestLibrary
import Testing

/// Finds the country of an address, as a service of another vendor declares it.
private struct FindCountry: SOAP.Operation {
    static let namespace = "urn:example:countries"
    static let result: String? = "FindCountryResult"
    typealias Output = String
    var address: String
}

/// A similar operation whose child elements have no namespace, and which has its own faults.
private struct FindCity: SOAP.Operation {
    static let element = "findCity"
    static let namespace = "urn:example:countries"
    static let action = "urn:find-city"
    static let isQualified = false
    static let prefixes = ["g": "urn:example:geography"]

    struct Output: Decodable, Sendable, Equatable {
        var name: String
        var people: Int?
    }

    enum Failure: SOAP.Failure {
        case unknown(String)

        init?(_ fault: SOAP.Fault) {
            struct Unknown: Decodable { var place: String }
            guard let detail = try? fault.detail(Unknown.self, named: "unknownPlace") else {
                return nil
            }
            self = .unknown(detail.place)
        }
    }

    var country: String
    var region: String?

    enum CodingKeys: String, CodingKey {
        case country
        case region = "g:region"
    }
}

@Suite(.timeLimit(.minutes(1))) struct `SOAP calls` {
    private func library(_ binding: SOAP.Binding = BookLibrary.soap) throws -> SOAPClient {
        let application = try Application([
            BookLibrary.service(scores: [BookLibrary.Score("Pedro", 125)])
        ])
        let client = try Client(
            base: "http://127.0.0.1/library",
            transport: InProcessTransport(application)
        )
        return client.soap(binding)
    }

    private func stub(
        _ content: String,
        _ status: Status = .ok,
        type: String = "text/xml"
    ) -> StubTransport {
        StubTransport(status, [.contentType: type], content)
    }

    private func answer(_ body: String, _ version: SOAP.Version = .soap11) -> String {
        "<e:Envelope xmlns:e=\"\(version.namespace)\"><e:Body>\(body)</e:Body></e:Envelope>"
    }

    @Test(arguments: SOAP.Version.allCases)
    func `a declared endpoint is called by SOAP`(_ version: SOAP.Version) async throws {
        var soap = try library()
        soap.version = version
        let book = try await soap.send(BookLibrary.EchoBook(book: BookLibrary.book))
        #expect(book == BookLibrary.book)
        let names = ["Ana", "Bea", "Abel"]
        let people = try await soap.send(BookLibrary.FindPeople("A", limit: 9, names, since: 1900))
        #expect(people.map(\.name) == ["Ana", "Abel"])
        #expect(try await soap.send(BookLibrary.FindPeople("A", limit: 9)).isEmpty)
        let options = CallOptions(
            credentials: try BasicCredentials(user: "ana", password: "secret")
        )
        try await soap.send(BookLibrary.Forget(title: "x"), with: options)
    }

    @Test func `an XML document in the result is decoded as the endpoint's output`() async throws {
        let soap = try library(BookLibrary.tops3)
        let scores = try await soap.send(BookLibrary.Top3AsXml())
        #expect(scores.map(\.name) == ["Pedro"])
        #expect(scores.map(\.total) == [125])
    }

    @Test(arguments: SOAP.Version.allCases)
    func `faults are thrown as declared failures`(_ version: SOAP.Version) async throws {
        var soap = try library()
        soap.version = version
        let caller = soap
        let nobody = await callError { () async throws(CallError<BookLibrary.FindPeople.Failure>) in
            _ = try await caller.send(BookLibrary.FindPeople("x", limit: 1))
        }
        #expect(nobody?.failure == .nobody)
        #expect(nobody?.fault?.code == .sender)
        #expect(nobody?.problem?.status == .notFound)
        let closed = await callError { () async throws(CallError<BookLibrary.FindPeople.Failure>) in
            _ = try await caller.send(BookLibrary.FindPeople("z", limit: 1))
        }
        #expect(closed?.failure == .closed)
        #expect(closed?.fault?.code == .receiver)
        let refused = await callError {
            () async throws(CallError<BookLibrary.FindPeople.Failure>) in
            _ = try await caller.send(BookLibrary.FindPeople("A", limit: 99))
        }
        #expect(refused?.kind == .refused)
        #expect(refused?.problem?.errors.map(\.pointer) == ["/limit"])
    }

    @Test func `an operation sets its element names, action and result element`() async throws {
        let stub = stub(
            answer(
                """
                <r:FindCountryResponse xmlns:r="urn:example:countries">\
                <r:FindCountryResult>España</r:FindCountryResult></r:FindCountryResponse>
                """
            )
        )
        let client = try Client(stub)
        let country = try await client.soap(at: "/service.asmx")
            .send(FindCountry(address: "138.4.0.1 & co"))
        #expect(country == "España")
        let request = try #require(stub.sent.first)
        #expect(request.target == "/videoclub/service.asmx")
        #expect(request.fields["SOAPAction"] == "\"urn:example:countries/FindCountry\"")
        #expect(request.fields[.contentType] == "text/xml; charset=utf-8")
        let text = String(decoding: try await request.content.collect(upTo: 4096), as: UTF8.self)
        #expect(
            text.contains(
                """
                <soap:Body><FindCountry xmlns="urn:example:countries">\
                <address>138.4.0.1 &amp; co</address></FindCountry></soap:Body>
                """
            )
        )
    }

    @Test func `unqualified children, prefixes and headers are sent as declared`() async throws {
        let stub = stub(
            answer("<c:city xmlns:c='urn:x'><name>Lugo</name></c:city>", .soap12),
            type: "application/soap+xml"
        )
        var soap = try Client(stub).soap()
        soap.version = .soap12
        var header = try SOAP.Header("Session", namespace: "urn:s", ["key": "a<b"])
        header.mustUnderstand = true
        soap.headers = [header]
        let city = try await soap.send(FindCity(country: "ES", region: "GA"))
        #expect(city == FindCity.Output(name: "Lugo", people: nil))
        let request = try #require(stub.sent.first)
        let type = "application/soap+xml; charset=utf-8; action=\"urn:find-city\""
        #expect(request.fields[.contentType] == type)
        let text = String(decoding: try await request.content.collect(upTo: 4096), as: UTF8.self)
        #expect(
            text.contains(
                """
                <soap:Header><Session soap:mustUnderstand="1" xmlns="urn:s"><key>a&lt;b</key>\
                </Session></soap:Header><soap:Body><op:findCity
                """
            ),
            "\(text)"
        )
        #expect(
            text.contains("<country>ES</country><g:region>GA</g:region></op:findCity>"),
            "\(text)"
        )
    }

    @Test func `custom faults are decoded from their detail element`() async throws {
        let fault = """
            <e:Fault><faultcode>e:Client.Unknown</faultcode><faultstring> No such
            place </faultstring><faultactor>urn:me</faultactor><detail><u:unknownPlace xmlns:u="urn:x">\
            <u:place>Atlantis</u:place></u:unknownPlace></detail></e:Fault>
            """
        let soap = try Client(stub(answer(fault), .internalServerError)).soap()
        let error = await callError { () async throws(CallError<FindCity.Failure>) in
            _ = try await soap.send(FindCity(country: "XX"))
        }
        #expect(error?.kind == .failed)
        guard case .unknown("Atlantis") = error?.failure else {
            Issue.record("\(String(describing: error?.failure))")
            return
        }
        #expect(error?.fault?.reason == "No such place")
        #expect(error?.fault?.role == "urn:me")
        #expect(error?.fault?.detail?["unknownPlace"]?["place"]?.stringValue == "Atlantis")
        let other = await callError { () async throws(CallError<Never>) in
            _ = try await soap.send(FindCountry(address: ""))
        }
        #expect(other?.kind == .refused)
        #expect(other?.description.contains("SOAP fault Client") == true)
    }

    @Test func `all nested subcodes of a SOAP 1.2 fault are read`() async throws {
        let fault = """
            <e:Fault><e:Code><e:Value>e:Receiver</e:Value><e:Subcode><e:Value>m:Full</e:Value>\
            <e:Subcode><e:Value>m:Disk</e:Value></e:Subcode></e:Subcode></e:Code>\
            <e:Reason><e:Text xml:lang="en">Full</e:Text></e:Reason></e:Fault>
            """
        let stub = stub(
            answer(fault, .soap12),
            .internalServerError,
            type: "application/soap+xml"
        )
        let soap = try Client(stub).soap()
        let error = await callError { () async throws(CallError<Never>) in
            _ = try await soap.send(FindCountry(address: ""))
        }
        #expect(error?.fault?.code == .receiver)
        #expect(error?.fault?.subcodes == ["Full", "Disk"])
    }

    /// A response that is not a valid answer, and the kind of failure that it causes.
    struct Unfit: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let content: String
        var status = Status.ok
        var type = "text/xml"
        var kind = CallErrorKind.unreadable
        var words: String
    }

    @Test(arguments: [
        Unfit(testDescription: "no envelope", content: "<a/>", words: "Expected an Envelope"),
        Unfit(testDescription: "no XML", content: "{}", words: "cannot be read"),
        Unfit(
            testDescription: "an envelope of another version",
            content: "<e:Envelope xmlns:e='urn:e'/>",
            words: "urn:e"
        ),
        Unfit(
            testDescription: "a page with a status",
            content: "<html/>",
            status: .badGateway,
            type: "text/html",
            kind: .refused,
            words: "502"
        ),
        Unfit(
            testDescription: "no result",
            content: """
                <e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>\
                <R xmlns="urn:example:countries"/></e:Body></e:Envelope>
                """,
            words: "FindCountryResult"
        ),
        Unfit(testDescription: "nothing", content: "", status: .accepted, words: "found nothing"),
    ])
    func `the error for an invalid response states the reason`(_ unfit: Unfit) async throws {
        let stub = stub(unfit.content, unfit.status, type: unfit.type)
        let soap = try Client(stub).soap()
        let error = await callError { () async throws(CallError<Never>) in
            _ = try await soap.send(FindCountry(address: ""))
        }
        #expect(error?.kind == unfit.kind)
        let description = error?.description ?? ""
        #expect(description.contains(unfit.words), "\(description)")
    }
}
