// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import Testing

@Suite struct `XML schemas of SOAP operations` {
    private struct Price: Codable, Sendable {
        @XML.Attribute var currency: String
        @XML.Text var amount: Decimal
    }

    private struct Numbers: Codable, Sendable {
        var int8: Int8
        var uint8: UInt8
        var int16: Int16
        var uint16: UInt16
        var int32: Int32
        var uint32: UInt32
        var int: Int
        var int128: Int128
        var float: Float
        var double: Double
        var decimal: Decimal
        @Within<1, 5> var stars: Int
        @Length<1, 20> var name: String
    }

    private struct Things: Codable, Sendable {
        var price: Price
        var words: [String: String]
        var grid: [[Int]]
        var anything: Value
        var numbers: Numbers?
    }

    private struct Ask: Endpoint {
        static let route: Route = "POST /things"
        typealias Output = Things?
        @Body var things: Things
    }

    private struct Odd: Codable, Sendable {
        var name: String
        enum CodingKeys: String, CodingKey { case name = "the name" }
    }

    private struct AskOddly: Endpoint {
        static let route: Route = "POST /odd"
        typealias Output = NoContent
        @Body var odd: Odd
    }

    private struct Person: Codable, Sendable, Equatable {
        var name: String
        var born: String
        var died: String?
        var tags: [String]?

        enum CodingKeys: String, PathCodingKey {
            case name
            case born = "fechas.nacimiento"
            case died = "fechas.muerte"
            case tags = "datos.etiquetas.etiqueta"
        }
    }

    private struct AskForPerson: Endpoint {
        static let route: Route = "POST /people"
        typealias Output = Person
        @Body var person: Person
    }

    private struct OddPath: Codable, Sendable {
        var name: String
        enum CodingKeys: String, PathCodingKey { case name = "fechas.the name" }
    }

    private struct AskForOddPath: Endpoint {
        static let route: Route = "POST /odd"
        typealias Output = NoContent
        @Body var odd: OddPath
    }

    private func api(_ endpoints: any Endpoint.Type...) -> API {
        var api = API(name: "shop", title: "Shop", version: "1", endpoints: endpoints)
        api.soap = [SOAP.Binding(at: "/soap", namespace: "urn:shop")]
        return api
    }

    @Test(arguments: [
        #"name="int8" type="xs:byte""#, #"name="uint8" type="xs:unsignedByte""#,
        #"name="int16" type="xs:short""#, #"name="uint16" type="xs:unsignedShort""#,
        #"name="int32" type="xs:int""#, #"name="uint32" type="xs:unsignedInt""#,
        #"name="int" type="xs:long""#, #"name="int128" type="xs:integer""#,
        #"name="float" type="xs:float""#, #"name="double" type="xs:double""#,
        #"name="decimal" type="xs:decimal""#, #"<xs:maxInclusive value="5"/>"#,
        #"<xs:maxLength value="20"/>"#, #"<xs:extension base="xs:decimal">"#,
        #"<xs:attribute name="currency" type="xs:string" use="required"/>"#,
        #"<xs:any minOccurs="0" maxOccurs="unbounded" processContents="skip"/>"#,
        #"minOccurs="0" maxOccurs="unbounded" name="item" type="xs:long""#,
        #"name="anything" type="xs:anyType""#,
        #"minOccurs="0" name="numbers" nillable="true" type="tns:Numbers""#,
        #"minOccurs="0" name="AskResult" nillable="true" type="tns:Things""#,
        #"<wsdl:fault name="Problem" message="tns:Problem"/>"#,
    ])
    func `each Swift type has its XML Schema type`(_ part: String) throws {
        let api = api(Ask.self)
        #expect(api.check().isEmpty)
        let text = try WSDL(api, api.soap[0]).text(at: "http://localhost")
        #expect(text.contains(part), "\(text)")
    }

    @Test func `coding keys that are paths become nested elements`() throws {
        let api = api(AskForPerson.self)
        #expect(api.check().isEmpty)
        let text = try WSDL(api, api.soap[0]).text(at: "http://localhost")
        let schema = text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined()
        #expect(
            schema.contains(
                """
                <xs:complexType name="Person"><xs:sequence><xs:element name="name" type="xs:string"/>\
                <xs:element name="fechas"><xs:complexType><xs:sequence>\
                <xs:element name="nacimiento" type="xs:string"/>\
                <xs:element minOccurs="0" name="muerte" nillable="true" type="xs:string"/>\
                </xs:sequence></xs:complexType></xs:element>\
                <xs:element minOccurs="0" name="datos" nillable="true"><xs:complexType><xs:sequence>\
                <xs:element minOccurs="0" name="etiquetas" nillable="true"><xs:complexType>\
                <xs:sequence><xs:element minOccurs="0" maxOccurs="unbounded" name="etiqueta" \
                type="xs:string"/></xs:sequence></xs:complexType></xs:element>\
                </xs:sequence></xs:complexType></xs:element></xs:sequence></xs:complexType>
                """
            ),
            "\(schema)"
        )
        #expect(!text.contains("fechas.nacimiento"))
        // The schema has the order in which the model is encoded.
        let person = Person(name: "Ana", born: "1999", died: nil, tags: ["a", "b"])
        let written = try XML().encodeToString(person)
        #expect(
            written.hasSuffix(
                """
                <name>Ana</name><fechas><nacimiento>1999</nacimiento></fechas><datos><etiquetas>\
                <etiqueta>a</etiqueta><etiqueta>b</etiqueta></etiquetas></datos></Person>
                """
            ),
            "\(written)"
        )
        #expect(try XML().decode(Person.self, from: written) == person)
    }

    @Test func `invalid XML names in key paths are reported by the check`() {
        #expect(
            api(AskForOddPath.self).check().map(\.description) == [
                "SOAP at /soap: “the name” of fechas of OddPath cannot be the name of an element"
            ]
        )
    }

    @Test func `invalid XML names are reported by the check`() {
        let findings = api(AskOddly.self).check().map(\.description)
        #expect(
            findings == [
                "SOAP at /soap: “the name” of Odd cannot be the name of an element"
            ]
        )
    }

    @Test func `bindings with an invalid path, name or namespace are reported`() {
        var api = api(Ask.self)
        var binding = SOAP.Binding(at: "soap", namespace: "")
        binding.select(AskOddly.self)
        binding.name = "1"
        api.soap = [binding]
        #expect(
            api.check().map(\.message) == [
                "its address must begin with “/” and a name", "it has no namespace",
                "“1” cannot be the name of a service in XML", "it has no operations",
            ]
        )
    }
}
