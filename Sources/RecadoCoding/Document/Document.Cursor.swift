// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Document {
    /// The cursor at the root.
    package var root: Cursor { Cursor(document: self, index: 0) }

    /// A read-only view of one value, for code that walks a document without a model.
    package struct Cursor: Sendable {
        let document: Document
        let index: Int

        /// The kinds of values that a schema distinguishes.
        package enum Kind: Sendable, Hashable {
            case null, bool
            /// A number without a fraction or an exponent.
            case integer
            case number
            case string
            /// A scalar of an untyped format, such as XML, whose type the reader decides.
            case text
            case array, object
        }

        private var node: Node { document.nodes[index] }

        /// The kind of the value.
        package var kind: Kind {
            switch node.kind {
            case .null: .null
            case .true, .false: .bool
            case .integer: .integer
            case .number: .number
            case .string, .key: .string
            case .text, .bytes: .text
            case .object: .object
            case .array: .array
            }
        }

        /// True if this is an array because a scalar field occurred more than once in a form.
        package var isRepeated: Bool { node.flags.contains(.repeated) }

        /// True if this is a file in multipart content, or the bytes of such a file.
        package var isFile: Bool {
            if node.kind == .bytes { return true }
            guard node.kind == .object, index + 2 < node.end else { return false }
            return document.nodes[index + 2].kind == .bytes
        }

        /// The boolean, or `nil` for any other kind.
        package var bool: Bool? {
            switch node.kind {
            case .true: true
            case .false: false
            default: nil
            }
        }

        /// The content of a string or a text, or `nil` for any other kind.
        package var string: String? {
            guard node.kind != .bytes else { return nil }
            return kind == .string || kind == .text ? document.text(of: node) : nil
        }

        /// The digits of a number as in the source, or `nil` for any other kind.
        package var numberText: String? {
            kind == .integer || kind == .number ? document.numberText(of: node) : nil
        }

        /// The integer that a number, or a text of an untyped format such as XML, denotes; `nil`
        /// for any other value, and if the number does not fit.
        package var integer: Int? {
            kind == .integer || kind == .number || kind == .text ? decoded(Int.self) : nil
        }

        /// The floating-point number nearest to the number, or to the text of an untyped format
        /// such as XML; `nil` for any other value, and for a text that is not a number.
        package var double: Double? {
            kind == .integer || kind == .number || kind == .text ? decoded(Double.self) : nil
        }

        private func decoded<T: Decodable>(_ type: T.Type) -> T? {
            try? TreeDecoder.withContext(for: document, DecodingChoices()) {
                try $0.value(type, index)
            }
        }

        /// The number of elements or members, 0 for a scalar.
        package var count: Int {
            switch node.kind {
            case .array: node.count
            case .object: members.reduce(0) { count, _ in count + 1 }
            default: 0
            }
        }

        /// The elements of an array; none for any other kind.
        package var elements: UnfoldSequence<Cursor, Int> {
            let end = kind == .array ? node.end : 0
            return sequence(state: index + 1) { [document] position in
                guard position < end else { return nil }
                defer { position = document.end(of: position) }
                return Cursor(document: document, index: position)
            }
        }

        /// The members of an object in document order; none for any other kind.
        package var members: UnfoldSequence<(key: String, value: Cursor), Int> {
            let end = kind == .object ? node.end : 0
            return sequence(state: index + 1) { [document] position in
                while position < end {
                    let key = document.nodes[position]
                    let value = Cursor(document: document, index: position + 1)
                    position = document.end(of: position + 1)
                    if !key.isShadowed { return (document.text(of: key), value) }
                }
                return nil
            }
        }

        /// The member of an object with the given key, or `nil` if there is none.
        package subscript(key: String) -> Cursor? {
            document.member(key, of: index).map { Cursor(document: document, index: $0) }
        }

        /// A number that identifies the value within its document: the index of its node.
        package var number: Int { index }

        /// The position of the value as a JSON Pointer (RFC 6901).
        package var pointer: String { document.pointer(to: index) }

        /// The position of the value in the source, if it has one.
        package var place: CodingError.Location? { document.place(of: index) }

        /// Decodes the value as a type.
        package func decode<T: Decodable>(
            _ type: T.Type = T.self,
            _ choices: DecodingChoices = DecodingChoices()
        ) throws(CodingError) -> T {
            try document.decode(type, node: index, choices)
        }
    }
}
