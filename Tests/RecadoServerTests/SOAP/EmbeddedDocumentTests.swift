// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import TestLibrary
import Testing

@Suite(.timeLimit(.minutes(1))) struct `SOAP results that are XML documents` {
    private static let scores = [
        BookLibrary.Score("Pedro", 125), BookLibrary.Score("Ana", 90),
    ]
    private static let document = """
        <scores xmlns="" type="array"><score><name>Pedro</name>\
        <total type="integer">125</total></score><score><name>Ana</name>\
        <total type="integer">90</total></score></scores>
        """

    private func address(_ path: String = "/library/tops3.asmx") throws -> SOAPAddress {
        try SOAPAddress(path, BookLibrary.service(scores: Self.scores))
    }

    @Test(arguments: [
        "\"http://localhost:3000/webservices/Top3AsXml\"",
        "http://localhost:3000/webservices/Top3AsXml", "\"\"",
    ])
    func `the operation Top3AsXml returns the documented response`(_ action: String) async throws {
        let message = """
            <?xml version="1.0" encoding="utf-8"?>
            <soap:Envelope xmlns:xsi="http://www.w3.org/2001/
            XMLSchema-instance"
              xmlns:xsd="http://www.w3.org/2001/XMLSchema"
              xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">
              <soap:Body>
                <Top3AsXml xmlns="http://localhost:3000/webservices/" />
              </soap:Body>
            </soap:Envelope>
            """
        let (response, text) = try await address().post(
            message,
            fields: ["SOAPAction": action]
        )
        #expect(response.status == .ok)
        #expect(response.fields[.contentType] == "text/xml; charset=utf-8")
        #expect(
            text == """
                <?xml version="1.0" encoding="utf-8"?><soap:Envelope \
                xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
                xmlns:xsd="http://www.w3.org/2001/XMLSchema" \
                xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>\
                <Top3AsXmlResponse xmlns="http://localhost:3000/webservices/">\
                <Top3AsXmlResult>\(Self.document)</Top3AsXmlResult></Top3AsXmlResponse>\
                </soap:Body></soap:Envelope>
                """
        )
    }

    @Test func `the operation can be called by GET and by a form, too`() async throws {
        let (response, text) = try await address().get("/library/tops3.asmx/Top3AsXml")
        #expect(response.status == .ok)
        let bare = Self.document.replacing(" xmlns=\"\"", with: "")
        #expect(text == #"<?xml version="1.0" encoding="utf-8"?>"# + bare)
        let path = "/library/tops3.asmx/Top3AsXml"
        let form = "application/x-www-form-urlencoded"
        let (posted, same) = try await address(path).post("", as: form)
        #expect(posted.status == .ok)
        #expect(same == text)
    }

    @Test func `the WSDL declares the result as any XML`() async throws {
        let (response, text) = try await address().get("/library/tops3.asmx?WSDL")
        #expect(response.fields[.contentType] == "text/xml; charset=utf-8")
        for part in [
            #"<wsdl:message name="Top3AsXmlSoapIn">"#, #"<wsdl:portType name="Top3Soap">"#,
            #"<wsdl:binding name="Top3Soap12" type="tns:Top3Soap">"#,
            "soapAction=\"http://localhost:3000/webservices/Top3AsXml\"",
            #"<xs:complexType mixed="true">"#, #"<http:binding verb="GET"/>"#,
            #"<soap:address location="http://example.org/library/tops3.asmx"/>"#,
        ] {
            #expect(text.contains(part), "\(text)")
        }
    }

    @Test func `an empty list is returned as a document`() async throws {
        let address = try SOAPAddress("/library/tops3.asmx")
        let (_, text) = try await address.get("/library/tops3.asmx/Top3AsXml")
        #expect(text.hasSuffix(#"type="array"/>"#), "\(text)")
    }
}
