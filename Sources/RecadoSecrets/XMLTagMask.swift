// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// Replaces the content of sensitive elements and attributes in a well-formed document in UTF-8.
///
/// Everything else keeps its original bytes, except that comments and processing instructions are
/// removed: they may hold secrets that no name identifies.
struct XMLTagMask {
    private struct Attribute {
        let name: String
        /// The range of the value in the input, without its quotes.
        let place: Range<Int>
        let value: String
    }

    /// An element whose end tag has not been read.
    private struct Parent {
        /// The index in the output at which its contents begin.
        let contents: Int
        /// True if one of its child elements is called "value".
        var hasValue = false
        /// True if one of its child elements holds the name of a sensitive value: `<name>my
        /// pin</name><value>1</value>`.
        var namesValue = false
        /// True if one of its child elements holds the sensitive name that applies to its siblings:
        /// `<name>pin</name><int>1</int>`.
        var isNamed = false
    }

    private let bytes: [UInt8]
    private let mask: SecretMask
    private var index = 0
    private var output: [UInt8] = []
    /// The open elements around the current position.
    private var parents: [Parent] = []
    /// The number of elements around the sensitive element that contains the current position;
    /// `nil` outside sensitive elements.
    private var hiddenDepth: Int?
    /// The name of the element that was opened last and the position of its tag in the output;
    /// `nil` after an end tag or an empty element.
    private var leaf: (name: String, start: Int)?
    /// The text since the last tag, in its original form and with its references resolved.
    private var text: (written: [UInt8], read: [UInt8]) = ([], [])

    init(_ bytes: [UInt8], _ mask: SecretMask) {
        self.bytes = bytes
        self.mask = mask
    }

    /// Returns the document without its secrets; `nil` if it cannot be read, for example because a
    /// tag is incomplete.
    mutating func masked() -> [UInt8]? {
        output.reserveCapacity(bytes.count)
        while index < bytes.count {
            guard piece() else { return nil }
        }
        endText()
        return parents.isEmpty ? output : nil
    }

    private mutating func piece() -> Bool {
        let start = index
        guard bytes[index] == UInt8(ascii: "<") else {
            index = bytes[index...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
            let written = Array(bytes[start..<index])
            text.written += written
            text.read += EscapedText.withoutReferences(written)
            return true
        }
        if stands("<!--") { return skip(past: "-->") }
        if stands("<![CDATA[") {
            guard skip(past: "]]>") else { return false }
            text.written += bytes[start..<index]
            text.read += bytes[start..<index].dropFirst(9).dropLast(3)
            return true
        }
        if stands("<?") {
            guard skip(past: "?>") else { return false }
            if start == 0, isDeclaration(bytes[start..<index]) { output += bytes[start..<index] }
            return true
        }
        return stands("</") ? endTag() : startTag()
    }

    /// True if a processing instruction is the XML declaration and has no sensitive name.
    private func isDeclaration(_ instruction: ArraySlice<UInt8>) -> Bool {
        let words = instruction.dropFirst("<?xml".utf8.count)
        return instruction.starts(with: "<?xml".utf8)
            && words.first.map(Self.isBlank) ?? false
            && !mask.isNamed(in: Array(words))
    }

    // MARK: - Text

    /// Writes the text since the last tag, and returns it.
    @discardableResult private mutating func endText() -> String {
        let read = String(decoding: text.read, as: UTF8.self)
        if hiddenDepth == nil {
            let isNamed = parents.last?.isNamed == true && !text.read.allSatisfy(Self.isBlank)
            output += isNamed ? Array(mask.text.utf8) : shown(read, text.written[...])
        }
        text = ([], [])
        return read
    }

    /// Returns a text without its secrets, or its original bytes if it has none.
    private func shown(_ read: String, _ written: ArraySlice<UInt8>) -> [UInt8] {
        let shown = mask.nested(read)
        let isSame = shown.utf8.elementsEqual(read.utf8)
        return isSame ? Array(written) : EscapedText.withReferences(shown)
    }

    // MARK: - Tags

    private mutating func endTag() -> Bool {
        let start = index
        let text = endText()
        guard parents.popLast() != nil, skip(past: ">") else { return false }
        if hiddenDepth == parents.count { hiddenDepth = nil }
        if hiddenDepth == nil { output += bytes[start..<index] }
        if let leaf { name(leaf, text) }
        leaf = nil
        return true
    }

    /// Masks the siblings of an element whose text is a sensitive name, because they hold the
    /// value.
    private mutating func name(_ leaf: (name: String, start: Int), _ text: String) {
        guard let parent = parents.indices.last else { return }
        let hasValue = parents[parent].hasValue
        if mask.namesSensitiveValue(leaf.name, text, besideValue: hasValue) {
            hideContents(upTo: leaf.start)
        } else if mask.namesSensitiveValue(leaf.name, text, besideValue: true) {
            parents[parent].namesValue = true
        }
    }

    /// Masks the content of the enclosing element up to a position, and marks its later content for
    /// masking.
    private mutating func hideContents(upTo end: Int) {
        guard hiddenDepth == nil, let parent = parents.indices.last, !parents[parent].isNamed
        else { return }
        parents[parent].isNamed = true
        let contents = parents[parent].contents..<end
        guard !output[contents].allSatisfy(Self.isBlank) else { return }
        output.replaceSubrange(contents, with: mask.text.utf8)
    }

    private mutating func startTag() -> Bool {
        endText()
        let start = index
        index += 1
        let name = name()
        var attributes: [Attribute] = []
        while index < bytes.count, !"/>".utf8.contains(bytes[index]) {
            if Self.isBlank(bytes[index]) {
                index += 1
            } else {
                guard let attribute = attribute() else { return false }
                attributes.append(attribute)
            }
        }
        let isEmpty = stands("/")
        guard skip(past: ">") else { return false }
        if let parent = parents.indices.last, SecretMask.isValue(name) {
            parents[parent].hasValue = true
            if parents[parent].namesValue { hideContents(upTo: output.count) }
        }
        let isSensitive = mask.isSensitive(name) || parents.last?.isNamed == true
        let naming = naming(attributes)
        leaf = isEmpty ? nil : (name, output.count)
        if hiddenDepth == nil {
            write(start..<index, attributes, isSensitive ? [] : naming, isSensitive)
        }
        guard !isEmpty else { return true }
        parents.append(Parent(contents: output.count))
        if isSensitive || !naming.isEmpty, hiddenDepth == nil {
            output += mask.text.utf8
            hiddenDepth = parents.count - 1
        }
        return true
    }

    /// Returns the positions of attributes whose value is a sensitive name that applies to the
    /// other attributes and the text.
    private func naming(_ attributes: [Attribute]) -> Set<Int> {
        let hasValue = attributes.contains { SecretMask.isValue($0.name) }
        let places = attributes.filter {
            mask.namesSensitiveValue($0.name, $0.value, besideValue: hasValue)
        }
        return Set(places.map(\.place.lowerBound))
    }

    private mutating func write(
        _ tag: Range<Int>,
        _ attributes: [Attribute],
        _ naming: Set<Int>,
        _ isSensitive: Bool
    ) {
        var start = tag.lowerBound
        for attribute in attributes {
            let isNamed = !naming.isEmpty && !naming.contains(attribute.place.lowerBound)
            output += bytes[start..<attribute.place.lowerBound]
            output += shown(attribute, isHidden: isSensitive || isNamed)
            start = attribute.place.upperBound
        }
        output += bytes[start..<tag.upperBound]
    }

    private func shown(_ attribute: Attribute, isHidden: Bool) -> [UInt8] {
        let name = attribute.name.utf8
        let isNamespace =
            name.elementsEqual("xmlns".utf8) || name.starts(with: "xmlns:".utf8)
        guard !isNamespace, isHidden || mask.isSensitive(attribute.name) else {
            return shown(attribute.value, bytes[attribute.place])
        }
        return Array(mask.text.utf8)
    }

    private mutating func attribute() -> Attribute? {
        let start = index
        let name = name()
        guard index > start,
            let quote = bytes[index...].firstIndex(where: { "\"'".utf8.contains($0) }),
            let end = bytes[(quote + 1)...].firstIndex(of: bytes[quote])
        else { return nil }
        index = end + 1
        let value = EscapedText.withoutReferences(Array(bytes[quote + 1..<end]))
        return Attribute(
            name: name,
            place: quote + 1..<end,
            value: String(decoding: value, as: UTF8.self)
        )
    }

    /// Skips a name and returns it.
    private mutating func name() -> String {
        let start = index
        while index < bytes.count, !" \t\r\n=/>".utf8.contains(bytes[index]) { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    // MARK: - Bytes

    private static func isBlank(_ byte: UInt8) -> Bool { " \t\r\n".utf8.contains(byte) }

    private func stands(_ text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

    private mutating func skip(past mark: String) -> Bool {
        let mark = Array(mark.utf8)
        while index + mark.count <= bytes.count {
            if bytes[index..<index + mark.count].elementsEqual(mark) {
                index += mark.count
                return true
            }
            index += 1
        }
        return false
    }
}
