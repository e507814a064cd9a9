// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension TreeDecoder {
    /// The value that a scalar is read from: of a repeated name in a form, the last.
    @inline(never)
    func scalar(_ index: Int) -> Int {
        let node = node(index)
        if isXML { return node.kind == .object ? onlyRun(of: index) : index }
        guard node.flags.contains(.repeated), node.kind == .array, node.count > 0 else {
            return index
        }
        var next = index + 1
        while end(of: next) < node.end { next = end(of: next) }
        return next
    }

    // MARK: - Null

    /// Whether a value is null.
    @inline(__always)
    func isNull(_ index: Int) -> Bool {
        let node = node(index)
        return node.kind == .null || isNilElement(node)
    }

    /// Whether an element of XML says that it is nil although it has something.
    @inline(__always)
    private func isNilElement(_ node: Document.Node) -> Bool {
        node.kind == .object && node.flags.contains(.bare)
    }

    /// Whether an optional is without a value: null, or in an untyped format a field left empty.
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
            if let value = strategy.value(trimmed(text(of: node))) { return value }
        case .string where strategy.isLenient:
            if let value = strategy.value(text(of: node)) { return value }
        case .integer where strategy.isLenient && !node.flags.contains(.negative):
            if node.payload < 2 { return node.payload == 1 }
        default:
            throw mismatch(Bool.self, index)
        }
        throw corrupted(.invalidValue, "expected true or false", index)
    }

    /// What the words `true` and `false` stand for, whatever the strategy.
    static func boolean(_ source: ByteReader) -> Bool? {
        switch (source.count, source.half(at: 0)) {
        case (4, 0x6575_7274): return true
        case (5, 0x736C_6166) where source[4] == UInt8(ascii: "e"): return false
        default: return nil
        }
    }

    /// A text without the white space around it, which XML is often laid out with.
    func trimmed(_ text: String) -> String {
        guard isXML else { return text }
        let isBlank: (UInt8) -> Bool = { $0 <= 0x20 }
        let bytes = text.utf8
        guard let first = bytes.first, let last = bytes.last, isBlank(first) || isBlank(last) else {
            return text
        }
        let start = bytes.firstIndex { !isBlank($0) } ?? bytes.endIndex
        let end = bytes.lastIndex { !isBlank($0) }.map { bytes.index(after: $0) } ?? start
        return String(text[start..<end])
    }

    // MARK: - Texts

    @inline(__always)
    func string(_ index: Int) throws -> String {
        let node = node(index)
        if node.kind == .string { return text(of: node) }
        if node.kind == .text { return trimsTexts ? trimmed(text(of: node)) : text(of: node) }
        return try lastString(index)
    }

    @inline(never)
    private func lastString(_ index: Int) throws -> String {
        let node = node(scalar(index))
        if isXML, node.kind == .object {
            return trimsTexts ? trimmed(content(of: index)) : content(of: index)
        }
        guard node.kind == .text else { throw mismatch(String.self, index) }
        return trimsTexts ? trimmed(text(of: node)) : text(of: node)
    }
}
