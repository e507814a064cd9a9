// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The parts of a document type declaration that are needed to parse the document.
struct XMLDoctype {
    var declaration = XML.DoctypeDeclaration(name: "", publicID: nil, systemID: nil, notations: [])
    /// The numbers of the general entities, by name.
    var entities: [[UInt8]: Int] = [:]
    var texts: [Entity] = []
    /// The declarations of attributes, by the name of the element.
    var attributes: [[UInt8]: Attributes] = [:]
    /// True if a reference to an undeclared entity is still well-formed, because a part of the
    /// declarations was not read or a parameter entity was referenced (XML 1.0 §4.1, Entity
    /// Declared).
    var isIncomplete = false
    /// The texts of entities, which are appended to the source, each followed by a zero byte.
    var bytes: [UInt8] = []

    struct Entity {
        enum Kind { case `internal`, external, unparsed }

        var kind: Kind
        /// The offset of the entity's text, which is appended to the source.
        var offset = 0
        var length = 0
    }

    struct Attributes {
        var declared: Set<[UInt8]> = []
        /// The names of attributes whose type is not `CDATA`; spaces in their values are reduced
        /// (XML 1.0 §3.3.3).
        var tokens: Set<[UInt8]> = []
        /// The defaults in the order of their declarations.
        var defaults: [Default] = []
    }

    struct Default {
        /// The bytes of the name.
        var key: [UInt8]
        var name: XMLParser.Name
        var text: XMLParser.Text
    }

    /// Returns the source, followed by the texts of the entities.
    func extended(_ source: [UInt8]) -> [UInt8] {
        bytes.isEmpty ? source : source + [0] + bytes
    }

    /// Removes leading, trailing and repeated spaces from a value (XML 1.0 §3.3.3).
    static func tokenised(_ value: [UInt8]) -> [UInt8] {
        Array(value.split(separator: 0x20).joined(separator: [0x20]))
    }
}
