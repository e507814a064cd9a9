// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// A value of a document and where it stands.
struct DocumentPlace: Sendable {
    let document: String
    private let path: PointerPath?
    let value: Value

    /// The root of a document.
    init(document: String, value: Value) {
        self.init(document, nil, value)
    }

    private init(_ document: String, _ path: PointerPath?, _ value: Value) {
        self.document = document
        self.path = path
        self.value = value
    }

    /// The way from the root of the document (RFC 6901).
    var pointer: String { path?.pointer ?? "" }

    /// The names and numbers on the way, from the last.
    var reversedTokens: [String] { path?.reversed ?? [] }

    /// Another value in the same place.
    func replaced(by value: Value) -> DocumentPlace { DocumentPlace(document, path, value) }

    /// The member of a name.
    subscript(name: String) -> DocumentPlace? { value[name].map { step(name, $0) } }

    /// The element of an index.
    subscript(index: Int) -> DocumentPlace? { value[index].map { step(String(index), $0) } }

    /// The members in their order; none of what is no object.
    var members: [(name: String, place: DocumentPlace)] {
        (value.objectValue ?? [:]).map { name, value in (name, step(name, value)) }
    }

    /// The elements; none of what is no array.
    var elements: [DocumentPlace] {
        (value.arrayValue ?? []).enumerated().map { index, value in step(String(index), value) }
    }

    /// What identifies the place.
    var key: Key { Key(document: document, path: path) }

    /// What identifies a place.
    struct Key: Hashable, Sendable {
        fileprivate let document: String
        fileprivate let path: PointerPath?
    }

    /// The text of a member.
    func text(_ name: String) -> String? { value[name]?.stringValue }

    /// Whether a member is true.
    func isTrue(_ name: String) -> Bool { value[name]?.boolValue == true }

    private func step(_ name: String, _ value: Value) -> DocumentPlace {
        DocumentPlace(document, PointerPath(name, from: path), value)
    }
}
