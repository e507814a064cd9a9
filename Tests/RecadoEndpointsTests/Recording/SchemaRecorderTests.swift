// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import RecadoDescriptions
import RecadoEndpoints
import Testing

@Suite struct `Schemas recorded from types` {
    struct Everything: Codable {
        var text: String
        var flag: Bool
        var whole: Int
        var small: Int8
        var unsigned: UInt
        var real: Double
        var moment: Date
        var id: UUID
        var address: URL
        var bytes: Data
        var list: [String]
        var map: [String: Int]
        var colour: Colour
        var level: Level
        var maybe: Int?
        var maybeText: String?
        var maybeList: [Double]?
    }

    enum Colour: String, Codable, CaseIterable { case red, green }
    enum Level: Int, Codable, CaseIterable {
        case low = 1
        case high = 5
    }

    @Test func `a plain structure is described with all its properties`() throws {
        let properties = try Self.properties(of: Everything.self)
        let schemas = Dictionary(uniqueKeysWithValues: properties.map { ($0.name, $0.schema) })
        #expect(schemas["text"] == .string())
        #expect(schemas["flag"] == .boolean)
        #expect(schemas["whole"] == .integer(format: "int64"))
        #expect(schemas["small"] == .integer(-128...127, format: "int32"))
        #expect(schemas["unsigned"]?.minimum == 0)
        #expect(schemas["real"] == .number)
        #expect(schemas["moment"] == .string(format: "date-time"))
        #expect(schemas["id"] == .string(format: "uuid"))
        #expect(schemas["address"] == .string(format: "uri"))
        #expect(schemas["bytes"] == .string(format: "byte"))
        #expect(schemas["list"] == Schema(.array(.string())))
        #expect(schemas["map"] == Schema(.map(.integer(format: "int64"))))
        #expect(schemas["colour"]?.values == ["red", "green"])
        #expect(schemas["level"]?.values == [1, 5])
        #expect(schemas["maybe"]?.isNullable == true)
    }

    struct Place: Codable {
        var name: String
        var elevation: Int
        var born: String?
        var died: String?
        var tags: [String]
        var first: String?
        var dotted: String

        enum CodingKeys: String, PathCodingKey {
            case name
            case elevation = "info.elevation"
            case born = "info.dates.born"
            case died = "info.dates.died"
            case tags = "info.tags.*.name"
            case first = "files.0.name"
            case dotted = #"a\.b"#
        }
    }

    @Test func `coding keys that are paths become properties of nested objects`() throws {
        let properties = try Self.properties(of: Place.self)
        #expect(properties.map(\.name) == ["name", "info", "files", "a.b"])
        #expect(properties.map(\.isRequired) == [true, true, false, true])
        #expect(properties[2].schema == .any)
        let info = properties[1].schema
        #expect(!info.isNullable)
        guard case .object(let inner) = info.kind else {
            Issue.record("no object: \(info)")
            return
        }
        #expect(inner.map(\.name) == ["elevation", "dates", "tags"])
        #expect(inner.map(\.isRequired) == [true, false, true])
        #expect(inner[1].schema.isNullable)
        let json = info.jsonSchema
        #expect(json[path: "properties.dates.properties.born.type"] != nil)
        #expect(json["required"] == ["elevation", "tags"])
        #expect(json[path: "properties.tags.items.properties.name.type"] == "string")
    }

    struct Whole: Codable {
        struct Dates: Codable {
            var born: String
        }

        var born: String
        var dates: Dates?
        var names: [String]
        var tags: [Value]

        enum CodingKeys: String, PathCodingKey {
            case born = "dates.born"
            case dates
            case names = "info.tags.*.name"
            case tags = "info.tags"
        }
    }

    @Test func `a coding key for a whole object replaces the keys for its parts`() throws {
        let properties = try Self.properties(of: Whole.self)
        #expect(properties.map(\.name) == ["dates", "info"])
        #expect(properties.map(\.isRequired) == [true, true])
        guard case .reference = properties[0].schema.kind,
            case .object(let inner) = properties[1].schema.kind
        else {
            Issue.record("\(properties)")
            return
        }
        #expect(inner == [Schema.Property("tags", Schema(.array(.any)), isRequired: true)])
    }

    struct Tagged: Codable, Sendable, Equatable {
        var names: [String]

        enum CodingKeys: String, PathCodingKey {
            case names = "info.tags.*.name"
        }
    }

    struct Tag: Endpoint {
        static let route: Route = "POST /tags"
        typealias Output = NoContent
        @Body var tagged: Tagged
    }

    @Test(
        arguments: [
            (#"[{"name": "a"}, {"name": "b", "x": 1}]"#, ["a", "b"]),
            (#"[{"name": "a"}, 5, null, "x", [], {}, {"name": "b"}]"#, ["a", "b"]),
            (#"{"one": {"name": "a"}, "two": 2}"#, ["a"]), ("[]", []),
            (#"[{"name": 5}]"#, nil), (#"[{"name": {}}]"#, nil), ("5", nil), ("null", nil),
        ] as [(String, [String]?)]
    )
    func `a wildcard key path accepts the same values as decoding`(
        tags: String,
        names: [String]?
    ) throws {
        let text = #"{"info": {"tags": \#(tags)}}"#
        #expect((try? JSON().decode(Tagged.self, from: text))?.names == names)
        let content = try JSON().value(from: text)
        let call = try? EndpointInputs<Tag>().endpoint(from: [], content: content)
        #expect(call?.tagged.names == names)
    }

    @Test func `optional properties of a structure are not required`() throws {
        let properties = try Self.properties(of: Everything.self)
        let optional = properties.filter { !$0.isRequired }.map(\.name)
        #expect(optional == ["maybe", "maybeText", "maybeList"])
    }

    struct Optionals: Codable {
        var bool: Bool?
        var string: String?
        var double: Double?
        var float: Float?
        var int: Int?
        var int8: Int8?
        var int16: Int16?
        var int32: Int32?
        var int64: Int64?
        var int128: Int128?
        var uint: UInt?
        var uint8: UInt8?
        var uint16: UInt16?
        var uint32: UInt32?
        var uint64: UInt64?
        var uint128: UInt128?
        var other: Colour?
    }

    @Test func `optional properties of all standard types are not required`() throws {
        let properties = try Self.properties(of: Optionals.self)
        #expect(properties.count == 17)
        #expect(properties.allSatisfy { !$0.isRequired })
    }

    struct Tree: Codable {
        var name: String
        var children: [Tree]
        var byName: [String: Tree]
        var parent: Box?
    }

    final class Box: Codable {
        let tree: Tree
        init(tree: Tree) { self.tree = tree }
    }

    @Test func `a recursive type is described once, by reference`() throws {
        let recorder = SchemaRecorder()
        let (schema, _) = try recorder.describe(Tree.self)
        #expect(schema == Schema(.reference("Tree")))
        #expect(Set(recorder.library.definitions.keys) == ["Tree", "Box"])
    }

    struct Limited: Codable {
        @Length<1, 255> var title: String
        @OptionalLength<0, 64> var director: String?
        @Within<1, 100> var limit: Int
        var page: Within<1, 5>?
    }

    @Test func `limits in property types are part of the schema`() throws {
        let properties = try Self.properties(of: Limited.self)
        #expect(properties.map(\.isRequired) == [true, false, true, false])
        #expect(properties[0].schema == .string(1...255))
        #expect(properties[1].schema == .string(0...64).nullable)
        #expect(properties[2].schema == .integer(1...100))
        #expect(properties[3].schema == .integer(1...5).nullable)
    }

    // MARK: - What cannot be described

    enum Payload: Codable {
        case circle(Double)
        case square(Double)
    }

    struct Picky: Codable {
        var text: String
        init(from decoder: any Decoder) throws {
            text = try decoder.singleValueContainer().decode(String.self)
            guard text.contains("@") else {
                let context = DecodingError.Context(codingPath: [], debugDescription: "no @")
                throw DecodingError.dataCorrupted(context)
            }
        }
    }

    struct Endless: Codable { var pair: Pair }
    final class Pair: Codable {
        let endless: Endless
        init(endless: Endless) { self.endless = endless }
    }

    @Test func `a type without a schema is refused with a reason`() {
        #expect(throws: SchemaRecordingError.self) { try SchemaRecorder().describe(Payload.self) }
        #expect(throws: SchemaRecordingError.self) { try SchemaRecorder().describe(Endless.self) }
        let failure = #expect(throws: SchemaRecordingError.self) {
            try SchemaRecorder().describe(Picky.self)
        }
        #expect(failure?.description.contains("Picky") == true)
        #expect(failure?.description.contains("SchemaProviding") == true)
    }

    private static func properties<T: Decodable>(of type: T.Type) throws -> [Schema.Property] {
        let recorder = SchemaRecorder()
        let (schema, _) = try recorder.describe(type)
        guard case .object(let properties) = recorder.library.resolve(schema).kind else {
            return []
        }
        return properties
    }
}
