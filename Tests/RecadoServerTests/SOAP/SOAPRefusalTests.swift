// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Testing

/// A message that is refused, and the contents of the fault.
struct RefusedMessage: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var message: String
    var type = "text/xml; charset=utf-8"
    var status: Status = .internalServerError
    var expected: [String]
}

@Suite(.timeLimit(.minutes(1))) struct `Refused SOAP messages` {
    private static let call = #"<FindPeople xmlns="urn:example:library"/>"#
    private static let v12 = "application/soap+xml"

    static let cases: [RefusedMessage] = [
        RefusedMessage(
            testDescription: "an envelope of another version",
            message: #"<e:Envelope xmlns:e="urn:soap:9"><e:Body/></e:Envelope>"#,
            expected: ["soap:VersionMismatch", "urn:soap:9"]
        ),
        RefusedMessage(
            testDescription: "an envelope of another version, as SOAP 1.2",
            message: #"<e:Envelope xmlns:e="urn:soap:9"><e:Body/></e:Envelope>"#,
            type: v12,
            expected: ["soap:VersionMismatch", "<soap:Upgrade><soap:SupportedEnvelope"]
        ),
        RefusedMessage(
            testDescription: "no envelope",
            message: call,
            expected: [
                "soap:Client", "expected an Envelope", "found {urn:example:library}FindPeople",
            ]
            .map { $0.replacing("expected an", with: "Expected an") }
        ),
        RefusedMessage(
            testDescription: "no body",
            message: #"<s:Envelope xmlns:s="\#(SOAP.Version.soap11.namespace)"/>"#,
            expected: ["soap:Client", "no Body"]
        ),
        RefusedMessage(
            testDescription: "a document type declaration",
            message: #"<!DOCTYPE x [<!ENTITY a "b">]>"# + SOAPAddress.envelope(call),
            expected: ["soap:Client", "cannot be read", "line 1"]
        ),
        RefusedMessage(
            testDescription: "several children of the body",
            message: SOAPAddress.envelope(call + "<Other/>"),
            expected: ["soap:Client", "2 children, {urn:example:library}FindPeople, Other"]
        ),
        RefusedMessage(
            testDescription: "a header block that must be understood",
            message: SOAPAddress.envelope(
                call,
                header: #"<t:Transaction xmlns:t="urn:t" s:mustUnderstand="1">5</t:Transaction>"#
            ),
            expected: ["soap:MustUnderstand", "{urn:t}Transaction"]
        ),
        RefusedMessage(
            testDescription: "a header block that must be understood, in SOAP 1.2",
            message: SOAPAddress.envelope(
                call,
                header:
                    #"<t:Transaction xmlns:t="urn:t" s:mustUnderstand="true">5</t:Transaction>"#,
                .soap12
            ),
            type: v12,
            expected: [
                "soap:MustUnderstand",
                #"<soap:NotUnderstood qname="m:Transaction" xmlns:m="urn:t"/>"#,
            ]
        ),
        RefusedMessage(
            testDescription: "encoded style",
            message: SOAPAddress.envelope(
                """
                <r:FindPeople xmlns:r="urn:example:library" \
                s:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/>
                """
            ),
            expected: ["soap:Client", "encodingStyle", "{urn:example:library}FindPeople"]
        ),
        RefusedMessage(
            testDescription: "encoded style in SOAP 1.2",
            message: SOAPAddress.envelope(
                """
                <r:FindPeople xmlns:r="urn:example:library" \
                s:encodingStyle="http://www.w3.org/2003/05/soap-encoding"/>
                """,
                .soap12
            ),
            type: v12,
            expected: ["soap:DataEncodingUnknown"]
        ),
        RefusedMessage(
            testDescription: "an operation that does not exist, without an action",
            message: SOAPAddress.envelope(#"<Nothing xmlns="urn:example:library"/>"#),
            expected: ["soap:Client", "{urn:example:library}Nothing", "no action", "FindPeople"]
        ),
        RefusedMessage(
            testDescription: "an operation that does not exist, in SOAP 1.2",
            message: SOAPAddress.envelope("<Nothing/>", .soap12),
            type: v12,
            status: .badRequest,
            expected: ["<soap:Value>soap:Sender</soap:Value>", "The Body holds Nothing"]
        ),
        RefusedMessage(
            testDescription: "a message that breaks off",
            message: "<s:Envelope",
            expected: ["soap:Client", "cannot be read"]
        ),
        RefusedMessage(
            testDescription: "a message that is too large",
            message: SOAPAddress.envelope(String(repeating: " ", count: 1 << 20)),
            status: .contentTooLarge,
            expected: ["soap:Client", "1048576 bytes"]
        ),
    ]

    @Test(arguments: cases)
    func `a fault describes the error and its location`(_ refused: RefusedMessage) async throws {
        let (response, text) = try await SOAPAddress().post(refused.message, as: refused.type)
        #expect(response.status == refused.status)
        for part in refused.expected { #expect(text.contains(part), "\(text)") }
    }

    @Test(arguments: ["", "application/json", "nonsense", "multipart/related"])
    func `other content types are refused with status 415`(_ type: String) async throws {
        let (response, _) = try await SOAPAddress().post(
            SOAPAddress.envelope(Self.call),
            as: type
        )
        #expect(response.status == .unsupportedMediaType)
        #expect(response.fields[.accept] == "text/xml, application/soap+xml")
    }

    @Test(arguments: [
        #"<t:T xmlns:t="urn:t">5</t:T>"#,
        #"<t:T xmlns:t="urn:t" s:mustUnderstand="0"/>"#,
        #"<t:T xmlns:t="urn:t" s:mustUnderstand="1" s:actor="urn:somebody-else"/>"#,
    ])
    func `header blocks without mustUnderstand for this server are ignored`(
        _ header: String
    ) async throws {
        let call = """
            <FindPeople xmlns="urn:example:library"><letter>A</letter><limit>1</limit></FindPeople>
            """
        let message = SOAPAddress.envelope(call, header: header)
        #expect(try await SOAPAddress().post(message).response.status == .ok)
    }
}
