// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XMLParser {
    func name(_ name: Name, _ source: ByteReader) -> XML.Name {
        XML.Name(
            local: source.slice(Int(name.local), name.length).text,
            prefix: source.slice(name.prefix.lowerBound, name.prefix.count).text,
            namespace: namespaces.names[Int(name.namespace)]
        )
    }

    func copiedText(_ text: Text, _ source: ByteReader) -> String {
        let (start, length) = (Int(text.offset), Int(text.length))
        guard text.isSide else {
            return source.slice(start, length).text
        }
        return String(decoding: side[start..<(start + length)], as: UTF8.self)
    }

    func copiedAttributes(_ source: ByteReader) -> [XML.NamedAttribute] {
        attributes.map {
            XML.NamedAttribute(
                name: name($0.name, source),
                value: copiedText($0.text, source),
                isDeclaration: $0.isDeclaration
            )
        }
    }

    /// Copies the current token into an event.
    func event(_ token: Token, _ source: ByteReader) -> XML.Event {
        switch token {
        case .start: .start(name(name, source), copiedAttributes(source))
        case .end, .finished: .end(name(name, source))
        case .text: .characters(copiedText(text, source))
        case .cdata: .cdata(copiedText(text, source))
        case .comment: .comment(copiedText(text, source))
        case .instruction:
            .processingInstruction(
                target: name(name, source).local,
                data: copiedText(text, source)
            )
        case .doctype: .doctype((doctype ?? XMLDoctype()).declaration)
        }
    }
}
