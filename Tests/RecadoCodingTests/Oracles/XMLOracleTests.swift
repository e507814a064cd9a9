// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

@Suite(.enabled(if: PythonJudge.isAvailable, "needs Python, which scripts/setup --test installs"))
struct `XML compared with expat` {
    private static let documents = [
        "<film id='7' xml:lang=\"es\"><title>El &quot;Cami&#243;n&#xF3;\"</title><b/>\r\n t\r</film>",
        "<p:a xmlns:p='urn:a' xmlns='urn:b' p:c='1' c='2'><d xmlns=''><p:e/></d><f/></p:a>",
        "<?pi some data?><!-- c --><a b=' x\n\ty '><![CDATA[<&]]>]] ><!----><?q?></a><!--d-->\n",
        "<a><b><c>1</c><c>2</c></b><b xmlns:x='u'><x:c x:d='&lt;&gt;&amp;&apos;'/></b></a>",
    ]
    private static let declared = [
        "<!DOCTYPE a [<!ENTITY e 'x<b>y</b>'><!ENTITY f '&#38;e;'>]><a c='&f2;'>&e;</a>",
        "<!DOCTYPE a [<!ENTITY e \"t\"><!ATTLIST a b NMTOKENS ' x  y ' c CDATA #IMPLIED>]><a c=' &e; '/>",
        "<!DOCTYPE a [<!ELEMENT a (#PCDATA|b)*><!NOTATION n SYSTEM 'n'><!-- c --><?p i?>]><a>t<b/></a>",
    ]

    @Test(arguments: [1, 2] as [UInt64])
    func `mutated documents have the same events`(_ seed: UInt64) throws {
        try compare(Self.documents, XML(), .xml, seed)
    }

    @Test(arguments: [3, 4] as [UInt64])
    func `mutated declarations have the same events`(_ seed: UInt64) throws {
        var xml = XML()
        xml.doctype = .internalSubset
        try compare(Self.declared, xml, .xmlWithDoctype, seed)
    }

    private func compare(
        _ documents: [String],
        _ xml: XML,
        _ kind: PythonJudge.Kind,
        _ seed: UInt64
    ) throws {
        var mutations = Mutations(
            documents,
            alphabet: "<>/&;'\"=!?[]-#: xabcde01\n\r\t%()|*",
            seed: seed
        )
        let documents = mutations.take(3_000)
        for (document, verdict) in zip(documents, try PythonJudge.verdicts(kind, documents)) {
            let ours = try? Self.events(document, xml)
            let text = String(decoding: document, as: UTF8.self)
            if ours != verdict {
                Issue.record("\(text)\nhere: \(ours ?? "refused")\nexpat: \(verdict ?? "refused")")
            }
        }
    }

    /// Returns the events of a document in the notation that the Python program uses.
    private static func events(_ document: [UInt8], _ xml: XML) throws -> String {
        var reader = try xml.reader(of: document)
        var text = ""
        while let event = try reader.next() {
            switch event {
            case .start(let name, let attributes):
                let list = attributes.filter { !$0.isDeclaration }
                    .map { "|\(full($0.name))=\($0.value)" }
                text += "<\(full(name))\(list.joined())>"
            case .end(let name): text += "</\(full(name))>"
            case .characters(let part), .cdata(let part): text += part
            case .comment(let part): text += "<!--\(part)-->"
            case .processingInstruction(let target, let data): text += "<?\(target) \(data)?>"
            case .doctype: break
            }
        }
        return text
    }

    private static func full(_ name: XML.Name) -> String {
        name.namespace.isEmpty ? name.local : name.namespace + "}" + name.local
    }
}
