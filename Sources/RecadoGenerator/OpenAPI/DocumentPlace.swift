// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// A value of a document and where it stands.
struct DocumentPlace: Sendable {
    let document: String
    let pointer: String
    let value: Value

    /// The member of a name.
    subscript(name: String) -> DocumentPlace? {
        value[name].map { DocumentPlace(document: document, pointer: step(name), value: $0) }
    }

    /// The members in their order; none of what is no object.
    var members: [(name: String, place: DocumentPlace)] {
        (value.objectValue ?? [:]).map { name, value in
            (name, DocumentPlace(document: document, pointer: step(name), value: value))
        }
    }

    /// The elements; none of what is no array.
    var elements: [DocumentPlace] {
        (value.arrayValue ?? []).enumerated().map { index, value in
            DocumentPlace(document: document, pointer: "\(pointer)/\(index)", value: value)
        }
    }

    /// What identifies the place.
    var key: String { "\(document)#\(pointer)" }

    /// The text of a member.
    func text(_ name: String) -> String? { value[name]?.stringValue }

    /// Whether a member is true.
    func isTrue(_ name: String) -> Bool { value[name]?.boolValue == true }

    private func step(_ name: String) -> String {
        let escaped = name.replacing("~", with: "~0").replacing("/", with: "~1")
        return "\(pointer)/\(escaped)"
    }
}
