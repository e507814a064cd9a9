// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

extension Attack {
    static var onXML: [Attack] { entities + elements }

    private static var entities: [Attack] {
        [
            xml("entities of entities, 10¹² times") {
                let levels = many(12) { level in
                    "<!ENTITY l\(level + 1) '\(many(10, "&l\(level);"))'>"
                }
                return "<!DOCTYPE a [<!ENTITY l0 'lol'>\(levels)]><a>&l12;</a>"
            },
            xml("a long entity 50 000 times") {
                "<!DOCTYPE a [<!ENTITY l '\(many(100_000, "x"))'>]><a>\(many(50_000, "&l;"))</a>"
            },
            xml("entities just within the limit") {
                "<!DOCTYPE a [<!ENTITY l '\(many(40_000, "x"))'>]><a>\(many(200, "&l;"))</a>"
            },
            xml("a long default of 50 000 attributes") {
                let subset = "<!ATTLIST b c CDATA '\(many(100_000, "x"))'>"
                return "<!DOCTYPE a [\(subset)]><a>\(many(50_000, "<b/>"))</a>"
            },
            xml("900 defaults of 50 000 elements") {
                let subset = many(900) { "<!ATTLIST b c\($0) CDATA ''>" }
                return "<!DOCTYPE a [\(subset)]><a>\(many(50_000, "<b/>"))</a>"
            },
        ]
    }

    private static var elements: [Attack] {
        [
            xml("1 000 000 elements in each other") { many(1_000_000, "<a>") },
            xml("elements as deep as allowed, again and again") {
                "<a>" + many(550, many(250, "<b>") + many(250, "</b>")) + "</a>"
            },
            xml("100 000 attributes") { "<a \(many(100_000, " ") { "b\($0)=''" })/>" },
            xml("100 000 attributes, if they are allowed", raised: true) {
                "<a \(many(100_000, " ") { "b\($0)=''" })/>"
            },
            xml("30 000 namespaces, if they are allowed", raised: true) {
                "<a \(many(30_000, " ") { "xmlns:p\($0)='u\($0)'" })/>"
            },
            xml("100 000 unknown elements, a model of 50", Fifty.self) {
                "<a>\(many(100_000) { "<x\($0)/>" })</a>"
            },
            xml("100 000 names as a value") { "<a>\(many(100_000) { "<x\($0)/>" })</a>" },
            xml("one name 100 000 times as a value") { "<a>\(many(100_000, "<x>1</x>"))</a>" },
            xml("two names by turns") { "<a>\(many(100_000, "<x/><y/>"))</a>" },
            xml("a text of 200 000 references") { "<a>\(many(200_000, "&amp;"))</a>" },
            xml("a text cut by 100 000 comments") { "<a>\(many(100_000, "x<!---->"))</a>" },
        ]
    }

    private static func xml<T: Decodable>(
        _ name: String,
        _ type: T.Type = Value.self,
        raised: Bool = false,
        _ hostile: @escaping () -> String
    ) -> Attack {
        var xml = XML()
        xml.doctype = .internalSubset
        if raised { (xml.limits.attributes, xml.limits.namespaces) = (.max, 32_000) }
        return Attack(
            name: "XML: \(name)",
            hostile: { Array(hostile().utf8) },
            innocent: { try XML().encode(films($0)) },
            read: { [xml] in _ = try xml.decode(T.self, from: $0) },
            readInnocent: { _ = try XML().decode(Value.self, from: $0) }
        )
    }
}
