// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import Testing

@Suite struct `Schemas prepared for fast validation` {
    enum Notation: CaseIterable {
        case json, xml, form

        func root(of text: String) throws -> Document.Cursor {
            let bytes = Array(text.utf8)
            return switch self {
            case .json: try JSON().document(from: bytes).root
            case .xml: try XML().document(from: bytes).root
            case .form: try URLEncodedForm().document(from: bytes).root
            }
        }

        var texts: [String] {
            switch self {
            case .json: `Schemas prepared for fast validation`.json
            case .xml: `Schemas prepared for fast validation`.xml
            case .form: `Schemas prepared for fast validation`.forms
            }
        }
    }

    /// Schemas of every kind, one of which contains itself.
    static let schemas: [(name: String, schema: Schema)] = [
        ("any", .any), ("boolean", .boolean), ("number", .number), ("integer", .integer()),
        ("0...9", .integer(0...9)), ("text", .string()), ("1 to 3 letters", .string(1...3)),
        ("2 letters at least", .string(2...100)), ("nothing or text", .string().nullable),
        ("a pattern", .string().matching("^a")), ("numbers up to 9", limited),
        ("a or b", only(["a", "b"])), ("1 or 2", numbers([1, 2])),
        ("integers", Schema(.array(.integer()))),
        ("lists of texts", Schema(.array(Schema(.array(.string()))))),
        ("map of integers", Schema(.map(.integer()))),
        ("integer or text", Schema(.oneOf([.integer(), .string()]))),
        ("flat", flat), ("optional", Schema(.object([.init("a", .string(), isRequired: false)]))),
        (
            "odd names",
            Schema(
                .object([
                    .init("@a", .integer(), isRequired: false),
                    .init("#text", .string(), isRequired: false),
                    .init("_0", .any, isRequired: false),
                ])
            )
        ),
        ("tree", Schema(.reference("Tree"))),
        ("nothing or tree", Schema(.reference("Tree")).nullable),
        ("unknown", Schema(.reference("Unknown"))),
        ("forest", Schema(.array(Schema(.reference("Tree"))))),
    ]

    private static let flat = Schema(
        .object([
            .init("a", .string(), isRequired: true),
            .init("b", .integer(-5...50), isRequired: false),
            .init("c", .boolean.nullable, isRequired: true),
            .init("list", Schema(.array(.string(1...5))), isRequired: true),
        ])
    )

    private static let limited: Schema = {
        var schema = Schema.number
        (schema.minimum, schema.maximum) = (0, 9)
        return schema
    }()

    private static func only(_ texts: [String]) -> Schema {
        var schema = Schema(.string)
        schema.values = texts.map { .string($0) }
        return schema
    }

    private static func numbers(_ numbers: [Int]) -> Schema {
        var schema = Schema(.integer)
        schema.values = numbers.map { .number(.init($0)) }
        return schema
    }

    private static let library = {
        var library = SchemaLibrary()
        library.definitions["Tree"] = Schema(
            .object([
                .init("a", .integer(), isRequired: true),
                .init("trees", Schema(.array(Schema(.reference("Tree")))), isRequired: false),
                .init("child", Schema(.reference("Tree")).nullable, isRequired: false),
            ])
        )
        return library
    }()

    static let scalars = [
        "null", "true", "false", "0", "-0", "1", "2", "9", "10", "-5", "-6", "50", "51", "1.0",
        "1.5", "-0.0",
        "1e2", "1E-2", "-2.5e300", "1e999", "-1e-999", "1e308", "9223372036854775807",
        "9223372036854775808", "-9223372036854775808", "18446744073709551615",
        "123456789012345678901234567890", "0.12345678901234567890123", "\"\"", #""a""#, #""b""#,
        #""abc""#, #""abcd""#, #""\n""#, #""\u00e9""#, #""é""#, #""\ud83c\udf88""#, #""🎈""#,
        #""🎈🎈🎈""#,
        #""🎈🎈🎈🎈""#, #""\u0061\u0062\u0063\u0064""#, #""true""#, #""12""#, "[]", "{}",
    ]

    /// JSON documents: scalars on their own, in lists and in objects.
    static let json: [String] =
        scalars
        + scalars.flatMap { value in
            [
                "[\(value)]", "[[\(value)]]", "[1, \(value), \"b\"]", #"{"a": \#(value)}"#,
                #"{"a": 1, "a": \#(value)}"#, #"{"a": \#(value), "a": "x"}"#,
                #"{"b": \#(value), "A": 1}"#,
                #"{"list": ["x"], "c": true, "b": \#(value), "a": "x"}"#,
                #"{"a": "x", "c": \#(value), "list": [\#(value)]}"#,
                #"{"a": 1, "trees": [{"a": 2}, {"a": \#(value)}]}"#,
                #"{"a": 1, "child": \#(value)}"#,
                #"{"a": 1, "child": {"a": 2, "child": {"a": \#(value)}}}"#,
            ]
        }

    static let xml: [String] = {
        let texts = [
            "", "1", " 1 ", "007", "+1", "-0", "-", "1.5", ".5", "5.", "1e3", "true", " true",
            "TRUE", "a", "abc",
            "abcd", "ñandú", "a&amp;b", "&#x1F388;", "<![CDATA[ab]]>", "a<![CDATA[b]]>c",
            "a<!-- no -->b",
            "12345678901234567", "123456789012345678", "1234567890123456789",
            "99999999999999999999",
        ]
        return texts.flatMap { text in
            [
                "<v>\(text)</v>", "<v n=\"1\">\(text)</v>", "<v a=\"1\" b=\"2\">\(text)</v>",
                "<v><a>\(text)</a></v>", "<v><a>1</a><a>\(text)</a></v>",
                "<v><i>\(text)</i><i>2</i></v>",
                "<v><i><j>\(text)</j></i></v>", "<v type=\"array\"><i>\(text)</i></v>",
                "<v><a>x</a><b>\(text)</b><c>true</c><list>p</list><list>\(text)</list></v>",
                "<v><list>\(text)</list><c>1</c><a>\(text)</a></v>",
                "<v><c>true</c><a n=\"2\">\(text)</a></v>", "<v>\(text)<a>1</a>\(text)</v>",
                "<v><a>1</a><trees><a>2</a></trees><trees><a>\(text)</a></trees></v>",
                "<v><a>1</a><child><a>\(text)</a></child></v>",
                "<v xmlns:p=\"urn:p\"><p:a>\(text)</p:a></v>",
                "<v xmlns:x=\"http://www.w3.org/2001/XMLSchema-instance\" x:nil=\"true\">\(text)</v>",
                "<v><a xmlns:x=\"http://www.w3.org/2001/XMLSchema-instance\" x:nil=\"true\"/></v>",
            ]
        }
    }()

    static let forms: [String] = [
        "", "1", "007", "-0", "+1", "1.5", "5.", "true", "on", "a", "ab", "%C3%B1", "abcd",
    ]
    .flatMap { text in
        [
            "a=\(text)", "a", "a=\(text)&b=1&c=true&list=x", "a=x&c=\(text)&list=\(text)&list=y",
            "a=1&a=\(text)", "a[]=\(text)", "a[]=1&a[]=\(text)", "b=\(text)",
            "a=1&child[a]=\(text)",
            "a=x&b=\(text)&c=true&list[]=a&list[]=\(text)", "a=1&trees[][a]=\(text)",
            "a[x]=\(text)",
        ]
    }

    @Test(arguments: Notation.allCases)
    func `values that pass the quick check pass the full validation`(_ notation: Notation) throws {
        var (quick, slow, all) = (0, 0, 0)
        for (name, schema) in Self.schemas {
            let prepared = PreparedSchema(schema, Self.library)
            for text in notation.texts {
                let root = try notation.root(of: text)
                var validator = SchemaValidator(library: Self.library)
                validator.validate(root, as: schema, at: .content(""))
                let isRight = validator.errors.isEmpty
                let isQuick = root.has(prepared.shape)
                #expect(!isQuick || isRight, "\(name): \(text): \(validator.errors)")
                quick += isQuick ? 1 : 0
                slow += isRight ? 1 : 0
                all += 1
            }
        }
        // The test shows nothing if the quick check accepts too little, or if all values are valid.
        #expect(quick * 2 > slow, "\(quick) of \(slow)")
        #expect(slow * 4 < all * 3, "\(slow) of \(all)")
    }

    @Test func `typical values pass the quick check`() throws {
        let prepared = PreparedSchema(Self.flat, Self.library)
        let texts: [(Notation, String)] = [
            (.json, #"{"a": "Ñandú", "b": 7, "c": false, "list": ["x", "día"]}"#),
            (.json, #"{"list": [], "c": null, "a": "", "more": {"a": [1]}}"#),
            (.xml, "<v><a>Ñandú</a><b>-5</b><c>true</c><list>x</list><list>día</list></v>"),
            (.xml, "<v c='true'><a>x &amp; y</a></v>"),
            (.form, "a=x+y&b=50&c=true&list=x&list=y"),
        ]
        for (notation, text) in texts {
            #expect(try notation.root(of: text).has(prepared.shape), "\(text)")
        }
    }

    @Test func `a deeply nested fault is reported with its pointer`() throws {
        let text = #"{"a": 1, "trees": [{"a": 2}, {"a": 3, "child": {"a": "x"}}]}"#
        var validator = SchemaValidator(library: Self.library)
        let prepared = PreparedSchema(Schema(.reference("Tree")), Self.library)
        validator.validate(try Notation.json.root(of: text), as: prepared, at: .content(""))
        #expect(validator.errors.map(\.pointer) == ["/trees/1/child/a"])
        #expect(validator.errors.map(\.code) == ["type"])
    }

    /// Each value matches one of two schemas, which both compare the value inside it: without a
    /// memory that would take 2⁶⁰ comparisons.
    @Test(.timeLimit(.minutes(1)))
    func `nested alternatives are validated once for each value`() throws {
        func node(_ name: String) -> Schema {
            Schema(
                .object([
                    .init("next", Schema(.reference("Node")).nullable, isRequired: true),
                    .init(name, .integer(), isRequired: true),
                ])
            )
        }
        var library = SchemaLibrary()
        library.definitions["Node"] = Schema(.oneOf([node("a"), node("b")]))
        func errors(_ innermost: String) throws -> [InputError] {
            let text =
                String(repeating: #"{"b": 1, "next": "#, count: 60) + innermost
                + String(repeating: "}", count: 60)
            var validator = SchemaValidator(library: library)
            let root = try Notation.json.root(of: text)
            validator.validate(root, as: Schema(.reference("Node")), at: .content(""))
            return validator.errors
        }
        #expect(try errors("null").isEmpty)
        #expect(try errors(#"{"a": 1, "next": null}"#).isEmpty)
        let wrong = try errors(#"{"a": 1, "next": 5}"#)
        #expect(wrong.contains { $0.pointer?.hasSuffix("/next/next") == true })
        #expect(wrong.count <= 100)
    }
}
