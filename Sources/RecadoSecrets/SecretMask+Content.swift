// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
package import RecadoHTTP

extension SecretMask {
    /// Masks the values of sensitive names in content; returns `nil` if they cannot be identified.
    ///
    /// JSON, JSON lines, XML and forms are parsed, including documents within their values. Other
    /// text stays unchanged, or is refused if it contains a sensitive name or user information. All
    /// other content is refused, and so is content that does not parse as its declared type.
    ///
    /// - Parameters:
    ///   - bytes: The content, without content codings.
    ///   - type: The type of the content, if it has one.
    /// - Returns: The content, in the same format.
    package func content(_ bytes: [UInt8], _ type: MediaType?) -> [UInt8]? {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        guard !bytes.isEmpty, let type else { return untyped(bytes) }
        if type.isJSON { return json(bytes) }
        if type.isXML { return xml(bytes) }
        if type.hasSameEssence(as: .form) { return Array(nested(text).utf8) }
        if Self.lines.contains(where: type.hasSameEssence) { return lines(bytes) }
        return type.type == "text" ? plain(bytes) : nil
    }

    private static let lines: [MediaType] = [.jsonLines, .newlineDelimitedJSON, .jsonTextSequence]

    // MARK: - Text

    private func plain(_ bytes: [UInt8]) -> [UInt8]? {
        isNamed(in: bytes) || holdsUser(bytes) ? nil : bytes
    }

    private func untyped(_ bytes: [UInt8]) -> [UInt8]? {
        if let masked = json(bytes) { return masked }
        // In content of unknown type, an escape could hide a sensitive name.
        let hasEscapes = bytes.contains { "\\%&".utf8.contains($0) }
        return hasEscapes ? nil : plain(bytes)
    }

    // MARK: - Values

    /// The depth to which documents within documents are parsed.
    private static let deepest = 4

    /// Returns a value of a document without the secrets in it; the value may be a URL, a form, a
    /// text with names and values, or itself a document.
    func nested(_ text: String) -> String {
        let bytes = Array(text.utf8)
        guard bytes.contains(where: { "=:@%&{}<>\"\\".utf8.contains($0) }) else { return text }
        let first = bytes.first { !" \t\r\n".utf8.contains($0) }
        if depth < Self.deepest, let first, "{[<\"".utf8.contains(first) {
            var inner = self
            inner.depth += 1
            if let masked = inner.json(bytes) ?? inner.xml(bytes) {
                return String(decoding: masked, as: UTF8.self)
            }
        }
        let plain = EscapedText.withoutReferences(bytes)
        if plain == bytes { return pairs(text) }
        // In a document with XML escapes, each `&` would look like the start of another form pair.
        if holdsDocument(plain) { return self.text }
        let shown = pairs(text)
        let isRead = !holdsPairs(EscapedText.withoutReferences(Array(shown.utf8)))
        return isRead ? shown : self.text
    }

    // MARK: - JSON

    private func json(_ bytes: [UInt8]) -> [UInt8]? {
        var json = JSON()
        // If a member occurs twice, parsers differ in which value they use.
        json.duplicateKeys = .refuse
        guard let value = try? json.value(from: bytes) else { return nil }
        var isChanged = false
        let masked = masked(value, &isChanged)
        return isChanged ? try? json.encode(masked) : bytes
    }

    private func masked(_ value: Value, _ isChanged: inout Bool) -> Value {
        switch value {
        case .object(let members): return .object(masked(members, &isChanged))
        case .array(let elements): return .array(masked(elements, &isChanged))
        case .string(let string):
            let masked = nested(string)
            isChanged = isChanged || !masked.utf8.elementsEqual(string.utf8)
            return .string(masked)
        default: return value
        }
    }

    /// Masks the elements of an array, which may be a pair, such as `["pin",1]`, or contain pairs.
    private func masked(_ elements: [Value], _ isChanged: inout Bool) -> [Value] {
        var masked: [Value] = []
        masked.reserveCapacity(elements.count)
        var isNamed = false
        for element in elements {
            if isNamed, !element.isNull {
                isChanged = true
                masked.append(.string(text))
            } else {
                masked.append(self.masked(element, &isChanged))
            }
            isNamed = element.stringValue.map { namesNextValue($0) } ?? false
        }
        return masked
    }

    private func masked(_ members: Value.Object, _ isChanged: inout Bool) -> Value.Object {
        let hasValue = members.contains { SecretMask.isValue($0.key) }
        let naming = members.map { name, member in
            member.stringValue.map { namesSensitiveValue(name, $0, besideValue: hasValue) }
                ?? false
        }
        let isNamed = naming.contains(true)
        var masked = members
        for (index, (name, member)) in members.enumerated() {
            if isSensitive(name) || isNamed && !naming[index] {
                isChanged = true
                masked[name] = member.isNull ? .null : .string(text)
            } else {
                masked[name] = self.masked(member, &isChanged)
            }
        }
        return masked
    }

    private func lines(_ bytes: [UInt8]) -> [UInt8]? {
        var output: [UInt8] = []
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            if !output.isEmpty || line.startIndex > 0 { output.append(0x0A) }
            // RFC 7464: each text of a JSON text sequence begins with this character.
            let isBegun = line.first == 0x1E
            if isBegun { output.append(0x1E) }
            let text = Array(isBegun ? line.dropFirst() : line)
            if text.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { continue }
            guard let masked = json(text) else { return nil }
            output += masked
        }
        return output
    }

    // MARK: - XML

    private func xml(_ bytes: [UInt8]) -> [UInt8]? {
        // Once the XML parser has accepted the document, the mask needs to look only at its tags.
        guard (try? XML().value(from: bytes)) != nil else { return nil }
        var tags = XMLTagMask(bytes, self)
        return tags.masked()
    }
}
