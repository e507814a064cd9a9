// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// A value within a document, with its location.
struct DocumentPlace: Sendable {
    let document: String
    private let path: PointerPath?
    let value: Value
    /// The value, in which scalars have their original spelling; `nil` if the spelling is not
    /// known.
    private let written: Value?

    /// Creates the place of a document's root.
    init(document: String, value: Value, written: Value? = nil) {
        self.init(document, nil, value, written)
    }

    private init(_ document: String, _ path: PointerPath?, _ value: Value, _ written: Value?) {
        self.document = document
        self.path = path
        self.value = value
        self.written = written
    }

    /// The pointer from the root of the document (RFC 6901).
    var pointer: String { path?.pointer ?? "" }

    /// The names and indexes of the pointer, from the last to the first.
    var reversedTokens: [String] { path?.reversed ?? [] }

    /// Returns the same location with another value.
    func replaced(by value: Value) -> DocumentPlace {
        DocumentPlace(document, path, value, nil)
    }

    /// Returns the member with a name, if any.
    subscript(name: String) -> DocumentPlace? {
        value[name].map { step(name, $0, written?[name]) }
    }

    /// Returns the element at an index, if any.
    subscript(index: Int) -> DocumentPlace? {
        value[index].map { step(String(index), $0, written?[index]) }
    }

    /// The members in order; empty for a value that is not an object.
    var members: [(name: String, place: DocumentPlace)] {
        (value.objectValue ?? [:]).map { name, value in (name, step(name, value, written?[name])) }
    }

    /// The elements; empty for a value that is not an array.
    var elements: [DocumentPlace] {
        (value.arrayValue ?? []).enumerated().map { index, value in
            step(String(index), value, written?[index])
        }
    }

    /// The location, for comparisons and lookups.
    var key: Key { Key(document: ExactText(document), path: path) }

    /// A location: the document and the path in it.
    struct Key: Hashable, Sendable {
        fileprivate let document: ExactText
        fileprivate let path: PointerPath?
    }

    /// The value as a text; a number or a Boolean is returned in its original spelling.
    ///
    /// The text is `nil` for null, arrays and objects.
    var text: String? { Self.text(of: value, writtenAs: written) }

    private static func text(of value: Value, writtenAs written: Value?) -> String? {
        switch value {
        case .string(let text): text
        case .number(let number): written?.stringValue ?? number.description
        case .bool(let flag): written?.stringValue ?? String(flag)
        case .null, .array, .object: nil
        }
    }

    /// Returns a member as a text.
    func text(_ name: String) -> String? {
        value[name].flatMap { Self.text(of: $0, writtenAs: written?[name]) }
    }

    /// Returns the elements of a member as texts.
    func texts(_ name: String) -> [String] { self[name]?.elements.compactMap(\.text) ?? [] }

    /// True if a member has the value true.
    func isTrue(_ name: String) -> Bool { value[name]?.boolValue == true }

    private func step(_ name: String, _ value: Value, _ written: Value?) -> DocumentPlace {
        DocumentPlace(document, PointerPath(name, from: path), value, written)
    }
}
