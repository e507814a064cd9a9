// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import RecadoEndpoints
import RecadoGenerator
import Testing

@Suite struct `Swift declarations generated from WSDL` {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Reads a description and all documents that it refers to.
    private func documents(_ name: String) throws -> WSDLDocuments {
        let folder = Self.root.appending(path: "Tests/RecadoEndpointsTests/Fixtures/WSDL")
        var documents = WSDLDocuments()
        var waiting: [(location: String, namespace: String?)] = [(name, nil)]
        while let next = waiting.popLast() {
            let data = try Data(contentsOf: folder.appending(path: next.location))
            waiting += try documents.add(Array(data), includedIn: next.namespace)
        }
        return documents
    }

    /// Returns a description with the given schema, binding style, body use and message part.
    private func description(
        _ schema: String,
        style: String = "document",
        use: String = "literal",
        part: String = #"element="t:Ask""#
    ) -> String {
        """
        <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:t" xmlns:t="urn:t"
            xmlns:s="http://schemas.xmlsoap.org/wsdl/soap12/" name="T">
        <types><x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t">
        \(schema)</x:schema></types>
        <message name="In"><part name="p" \(part)/></message>
        <portType name="P"><operation name="Ask"><input message="t:In"/></operation></portType>
        <binding name="B" type="t:P"><s:binding style="\(style)" transport="http"/>
        <operation name="Ask"><s:operation soapAction="a"/>
        <input><s:body use="\(use)"/></input></operation></binding>
        <service name="talk"><port name="P" binding="t:B"><s:address location="http://h"/></port></service>
        </definitions>
        """
    }

    private func declarations(_ description: String) throws -> SwiftDeclarations {
        var documents = WSDLDocuments()
        _ = try documents.add(Array(description.utf8))
        return try SwiftDeclarations(of: documents)
    }

    @Test func `WSDL in three documents becomes a source file that compiles`() throws {
        let found = try SwiftDeclarations(of: documents("stations.wsdl"))
        // The build compiles this snippet together with the others.
        let snippet = Self.root.appending(path: "Snippets/ForeignStations.swift")
        let header = """
            // Part of Recado. See LICENSE.
            // SPDX-License-Identifier: Apache-2.0


            """
        #expect(try header + found.text == String(contentsOf: snippet, encoding: .utf8))
        #expect(
            found.remarks == [
                "Report may hold elements or attributes of any name, which are overlooked",
                "OldFind is left out: its style is rpc, not document",
            ]
        )
    }

    @Test func `WSDL written by this package can be read again`() throws {
        var api = API(name: "club", title: "Club", version: "1", endpoints: [Look.self])
        api.soap = [SOAP.Binding(at: "/soap", namespace: "urn:club")]
        let text = try WSDL(api, api.soap[0]).text(at: "http://localhost/club/soap?a&b")
        let found = try declarations(text)
        #expect(found.remarks.isEmpty)
        for line in [
            "enum Club {", "static let namespace = \"urn:club\"",
            "struct Look: SOAP.Operation {", "static let action = \"urn:club/Look\"",
            "static let result: String? = \"LookResult\"", "typealias Output = [Seat]",
            "var row: Int", "var number: Int?", "case problem(Problem)",
            "It answers at http://localhost/club/soap?a&b.",
        ] {
            #expect(found.text.contains(line), "\(line)\n\(found.text)")
        }
    }

    @Test func `a service named SOAP does not shadow the module's type SOAP`() throws {
        var api = API(name: "SOAP", title: "SOAP", version: "1", endpoints: [Look.self])
        api.soap = [SOAP.Binding(at: "/soap", namespace: "urn:club")]
        let found = try declarations(WSDL(api, api.soap[0]).text(at: "http://localhost/soap"))
        #expect(found.text.contains("enum SOAP2 {") && found.text.contains(": SOAP.Operation {"))
    }

    private struct Seat: Codable, Sendable {
        var row: Int
        var number: Int?
    }

    private struct Look: Endpoint {
        static let route: Route = "GET /seats"
        typealias Output = [Seat]
        @Query var day: String? = nil
    }

    @Test(arguments: [
        ("rpc", "literal", "Ask is left out: its style is rpc, not document"),
        ("document", "encoded", "Ask is left out: its content is encoded, not literal"),
    ])
    func `operations with an unsupported style or encoding are reported`(
        _ style: String,
        _ use: String,
        _ words: String
    ) throws {
        let found = try declarations(
            description(#"<x:element name="Ask" type="x:string"/>"#, style: style, use: use)
        )
        #expect(found.remarks == [words])
        #expect(found.text.contains("// Mind: \(words)."))
    }

    @Test func `an operation whose message has a type instead of an element is reported`() throws {
        let found = try declarations(description("", part: #"type="t:Ask""#))
        #expect(found.remarks == ["Ask is left out: it is not called by one element"])
    }

    @Test func `recursive groups and extensions do not cause endless loops`() throws {
        let schema = """
            <x:group name="g"><x:sequence><x:element name="a" type="x:int"/><x:group ref="t:g"/>
            </x:sequence></x:group>
            <x:complexType name="A"><x:complexContent><x:extension base="t:A"><x:sequence>
            <x:element name="class" type="t:A" minOccurs="0"/></x:sequence></x:extension>
            </x:complexContent></x:complexType>
            <x:element name="Ask"><x:complexType><x:sequence><x:element name="it" type="t:A"/>
            </x:sequence></x:complexType></x:element>
            """
        let found = try declarations(description(schema))
        #expect(found.text.contains("final class A: Codable, Sendable {"), "\(found.text)")
        #expect(found.text.contains("let `class`: A?"), "\(found.text)")
    }

    @Test(arguments: [
        ("<a/>", "expected WSDL 1.1 or XML Schema, found a"),
        (#"<description xmlns="http://www.w3.org/ns/wsdl"/>"#, "WSDL 2.0"),
        (#"<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"/>"#, "no port"),
        (#"<!DOCTYPE a><a/>"#, "document type"),
    ])
    func `documents other than WSDL 1.1 are refused with a reason`(
        _ document: String,
        _ words: String
    ) throws {
        let failure = #expect(throws: CodingError.self) { try declarations(document) }
        #expect(failure?.description.contains(words) == true, "\(String(describing: failure))")
    }
}
