// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

/// A document of the W3C suite that this repository contains.
///
/// The suite's own lists tell what is expected of it.
struct XMLCase: Sendable, CustomTestStringConvertible {
    let name: String
    let kind: String
    let bytes: [UInt8]
    let output: [UInt8]?
    /// The kinds of external entities that a parser must read for the result to be the expected
    /// one.
    let entities: String?

    var testDescription: String { name }

    static let all: [XMLCase] = {
        let root = Bundle.module.bundleURL.appending(path: "Fixtures/XML")
        let lists = [
            "sun/sun-valid.xml", "sun/sun-invalid.xml", "sun/sun-not-wf.xml", "sun/sun-error.xml",
            "oasis/oasis.xml",
        ]
        return lists.flatMap { (try? cases(root.appending(path: $0))) ?? [] }
    }()

    /// Reads the cases of a list; Sun's lists have no root element, so one is put around them.
    private static func cases(_ list: URL) throws -> [XMLCase] {
        var text = try String(contentsOf: list, encoding: .utf8)
        if let end = text.range(of: "?>") { text.removeSubrange(..<end.upperBound) }
        let bytes = Array("<cases>\(text)</cases>".utf8)
        let folder = list.deletingLastPathComponent()
        var cases: [XMLCase] = []
        var reader = try XML().reader(of: bytes)
        while let event = try reader.next() {
            guard case .start(let name, let attributes) = event, name.local == "TEST" else {
                continue
            }
            var values: [String: String] = [:]
            for attribute in attributes { values[attribute.name.local] = attribute.value }
            guard let path = values["URI"],
                let data = try? Data(contentsOf: folder.appending(path: path))
            else { continue }
            cases.append(
                XMLCase(
                    name: folder.lastPathComponent + "/" + path,
                    kind: values["TYPE"] ?? "",
                    bytes: Array(data),
                    output: values["OUTPUT"].flatMap {
                        (try? Data(contentsOf: folder.appending(path: $0))).map { Array($0) }
                    },
                    entities: values["ENTITIES"]
                )
            )
        }
        return cases
    }

    static func of(_ kinds: String...) -> [XMLCase] { all.filter { kinds.contains($0.kind) } }
}

@Suite struct `XML conformance` {
    /// Reads documents with a document type declaration, and names with any colons, as the suite
    /// does.
    private static let xml: XML = {
        var xml = XML()
        xml.doctype = .internalSubset
        xml.namespaces = .ignore
        return xml
    }()

    /// Cases that only a parser of external entities can read correctly; this parser never reads
    /// them.
    private static let needsExternal: Set<String> = [
        // References to external general entities, or to entities of an external subset.
        "sun/valid/ext01.xml", "sun/valid/ext02.xml", "sun/valid/not-sa03.xml",
        "sun/valid/pe00.xml",
    ]

    /// Documents whose error is in an external subset or in a parameter entity.
    private static let offendsOutside: Set<String> = [
        "sun/not-wf/cond01.xml", "sun/not-wf/cond02.xml", "sun/not-wf/decl01.xml",
        "sun/not-wf/dtd07.xml", "oasis/p09fail1.xml", "oasis/p09fail2.xml", "oasis/p30fail1.xml",
        "oasis/p31fail1.xml", "oasis/p61fail1.xml", "oasis/p62fail1.xml", "oasis/p62fail2.xml",
        "oasis/p63fail1.xml", "oasis/p63fail2.xml", "oasis/p64fail1.xml", "oasis/p64fail2.xml",
    ]

    /// Documents whose canonical form depends on declarations in an external subset.
    private static let declaresOutside: Set<String> = [
        "sun/valid/not-sa01.xml", "sun/valid/not-sa02.xml", "sun/valid/not-sa04.xml",
        "sun/valid/notation01.xml", "sun/valid/sa03.xml", "sun/valid/sa04.xml",
        "sun/valid/sa05.xml",
    ]

    @Test func `the test suite is present`() {
        #expect(XMLCase.all.count > 450)
        #expect(XMLCase.of("not-wf").count > 300)
    }

    @Test(arguments: XMLCase.of("valid", "invalid", "error"))
    func `well-formed documents are accepted`(_ document: XMLCase) {
        do throws(CodingError) {
            try Self.xml.events(of: document.bytes)
            #expect(!Self.needsExternal.contains(document.name))
        } catch {
            let isExternal = Self.needsExternal.contains(document.name)
            #expect(isExternal && error.code == .unsupported, "\(error)")
        }
    }

    @Test(arguments: XMLCase.of("not-wf"))
    func `documents that are not well-formed are refused`(_ document: XMLCase) {
        #expect(throws: CodingError.self) { try XML().document(from: document.bytes) }
        guard !Self.offendsOutside.contains(document.name) else { return }
        #expect(throws: CodingError.self) { try Self.xml.events(of: document.bytes) }
        #expect(throws: CodingError.self) { try Self.xml.document(from: document.bytes) }
    }

    @Test(arguments: XMLCase.of("valid", "invalid").filter { $0.output != nil })
    func `documents have the expected canonical form`(_ document: XMLCase) throws {
        guard !Self.needsExternal.contains(document.name),
            !Self.declaresOutside.contains(document.name)
        else { return }
        let output = try #require(document.output)
        let canonical = try Canonical.text(document.bytes, Self.xml)
        #expect(canonical == String(decoding: output, as: UTF8.self))
    }

    @Test(arguments: XMLCase.of("valid", "invalid"))
    func `the tree parser accepts what the event parser accepts`(_ document: XMLCase) throws {
        guard !Self.needsExternal.contains(document.name) else { return }
        _ = try Self.xml.document(from: document.bytes)
    }
}
