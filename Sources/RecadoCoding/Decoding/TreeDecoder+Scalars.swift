// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension TreeDecoder {
    /// Returns the node index of the value from which a scalar is read, such as the text of an XML
    /// element.
    @inline(__always)
    func scalar(_ index: Int) -> Int {
        node(index).isContainer ? notation.scalar(of: index, in: self) : index
    }

    // MARK: - Null

    /// True if a value is null.
    @inline(__always)
    func isNull(_ index: Int) -> Bool {
        let node = node(index)
        return node.kind == .null || isNilElement(node)
    }

    /// True for an XML element that has members but is marked as nil (`xsi:nil` or Rails' `nil`).
    @inline(__always)
    private func isNilElement(_ node: Document.Node) -> Bool {
        node.kind == .object && node.flags.contains(.bare)
    }

    /// True if an optional property becomes `nil` for this value: for null, for an XML element
    /// marked as nil, and for an empty field in an untyped format, such as a form.
    @inline(__always)
    func isAbsent(_ index: Int) -> Bool {
        let node = node(index)
        return node.kind == .null || (node.kind == .text && node.length == 0 && !isBare(node))
            || isNilElement(node)
    }

    private func isBare(_ node: Document.Node) -> Bool { node.flags.contains(.bare) }

    // MARK: - Booleans

    @inline(__always)
    func bool(_ index: Int) throws -> Bool {
        switch node(index).kind {
        case .true: true
        case .false: false
        default: try textBool(scalar(index))
        }
    }

    @inline(never)
    private func textBool(_ index: Int) throws -> Bool {
        let node = node(index)
        if node.kind == .text, let value = Self.boolean(slice(of: node)) { return value }
        let strategy = choices.strategies.booleans
        switch node.kind {
        case .text:
            if isBare(node) { return true }
            if let value = strategy.value(notation.trimmed(text(of: node))) { return value }
        case .string where strategy.isLenient:
            if let value = strategy.value(text(of: node)) { return value }
        case .integer where strategy.isLenient && !node.flags.contains(.negative):
            if node.payload < 2 { return node.payload == 1 }
        default:
            throw mismatch(Bool.self, index)
        }
        throw corrupted(.invalidValue, "expected true or false", index)
    }

    /// Returns the Boolean for the texts `true` and `false`, which every strategy accepts; `nil`
    /// for any other text.
    static func boolean(_ source: ByteReader) -> Bool? {
        switch (source.count, source.half(at: 0)) {
        case (4, 0x6575_7274): return true
        case (5, 0x736C_6166) where source[4] == UInt8(ascii: "e"): return false
        default: return nil
        }
    }

    // MARK: - Texts

    @inline(__always)
    func string(_ index: Int) throws -> String {
        let node = node(index)
        if node.kind == .string { return text(of: node) }
        if node.kind == .text { return inside(text(of: node)) }
        return try lastString(index)
    }

    @inline(never)
    private func lastString(_ index: Int) throws -> String {
        let node = node(scalar(index))
        if node.kind == .text { return inside(text(of: node)) }
        guard node.kind == .object, let text = notation.content(of: index, in: self) else {
            throw mismatch(String.self, index)
        }
        return inside(text)
    }

    /// True if an XML element contains any characters; also true for a value of any other kind.
    func hasText(_ index: Int) -> Bool {
        node(index).kind != .object || notation.content(of: index, in: self) != ""
    }

    /// Removes the white space around a text if the settings require that.
    @inline(__always)
    private func inside(_ text: String) -> String { trimsTexts ? notation.trimmed(text) : text }
}
