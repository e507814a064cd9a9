// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension XML {
    /// An event that refers to the document itself, valid only while its handler runs.
    ///
    /// Nothing is copied until it is requested.
    @safe
    public struct Token: ~Copyable {
        private let parser: UnsafePointer<XMLParser>
        private let token: XMLParser.Token
        private let source: ByteReader

        init(_ parser: UnsafePointer<XMLParser>, _ token: XMLParser.Token, _ source: ByteReader) {
            unsafe self.parser = parser
            self.token = token
            self.source = source
        }

        /// The kinds of events.
        public enum Kind: Sendable, Hashable {
            /// A start tag.
            case start
            /// An end tag, or the end of an empty element.
            case end
            /// Character data.
            case characters
            /// A CDATA section.
            case cdata
            /// A comment.
            case comment
            /// A processing instruction.
            case processingInstruction
            /// The document type declaration.
            case doctype
        }

        /// The kind of the event.
        public var kind: Kind {
            switch token {
            case .start: .start
            case .end, .finished: .end
            case .text: .characters
            case .cdata: .cdata
            case .comment: .comment
            case .instruction: .processingInstruction
            case .doctype: .doctype
            }
        }

        /// The number of bytes before the event in the document, in UTF-8.
        public var offset: Int { unsafe parser.pointee.place(parser.pointee.tokenStart) }

        /// True if this is the tag of an element with the given name.
        ///
        /// - Parameters:
        ///   - local: The name without its prefix.
        ///   - namespace: The namespace; `nil` for any.
        /// - Returns: True if the tag has this name; `false` for other events.
        public func isNamed(_ local: String, in namespace: String? = nil) -> Bool {
            guard kind == .start || kind == .end else { return false }
            let own = unsafe parser.pointee.name
            let name = source.slice(Int(own.local), own.length)
            let isEqual = ByteReader.lending(local) { $0.isEqual(to: name) }
            guard isEqual, let namespace else { return isEqual }
            return unsafe parser.pointee.namespaces.names[Int(own.namespace)]
                .hasSameBytes(as: namespace)
        }

        /// The name of the tag, or the target of the instruction, which has no prefix and no
        /// namespace.
        public var name: Name { unsafe parser.pointee.name(parser.pointee.name, source) }

        /// The attributes of a start tag, including declarations of namespaces; empty for other
        /// events.
        public var attributes: [NamedAttribute] {
            guard kind == .start else { return [] }
            return unsafe parser.pointee.copiedAttributes(source)
        }

        /// The text of character data, a CDATA section, a comment or an instruction; empty for
        /// other events.
        public var text: String {
            switch kind {
            case .start, .end, .doctype: ""
            default: unsafe parser.pointee.copiedText(parser.pointee.text, source)
            }
        }

        /// A copy of the event, which can be kept.
        public var event: Event { unsafe parser.pointee.event(token, source) }
    }
}

/// A token points into the parser's source, and must not leave the handler.
@available(*, unavailable)
extension XML.Token: Sendable {}

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

    /// A copy of the token as an event.
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
