// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

// If a check returns true, the value satisfies the schema. If it returns false, the value may still
// satisfy the schema.

extension TreeDecoder {
    /// True if a value certainly satisfies a rule of a compiled schema.
    ///
    /// - Parameters:
    ///   - shape: The compiled schema.
    ///   - place: The index of the rule in the schema.
    ///   - start: The node index of the value.
    ///   - isItem: True if the value is an element of an XML list.
    /// - Returns: True if the value certainly satisfies the rule.
    func has(_ shape: CompiledSchema, _ place: Int, at start: Int, isItem: Bool = false) -> Bool {
        let rule = shape.rules[place]
        let index = rule.kind.isScalar ? scalar(start) : start
        let node = node(index)
        if node.kind == .null { return rule.isNullable || rule.kind == .any }
        switch rule.kind {
        case .any: return true
        case .boolean: return isBoolean(node)
        case .integer: return isInteger(node, rule)
        case .number: return isNumber(node)
        case .string: return isText(node, rule, shape)
        case .list: return isList(shape, rule.first, at: index, isItem: isItem)
        case .map: return isMap(shape, rule.first, at: index)
        case .object: return isObject(shape, rule, at: index)
        case .open: return false
        }
    }

    // MARK: - Scalars

    private func isBoolean(_ node: Document.Node) -> Bool {
        switch node.kind {
        case .true, .false: true
        case .text: Self.boolean(slice(of: node)) != nil
        default: false
        }
    }

    private func isInteger(_ node: Document.Node, _ rule: CompiledSchema.Rule) -> Bool {
        switch node.kind {
        case .integer:
            guard !node.flags.contains(.long), let magnitude = Int(exactly: node.payload) else {
                return false
            }
            let number = node.flags.contains(.negative) ? -magnitude : magnitude
            return number >= rule.least && number <= rule.greatest
        case .text:
            guard let number = Self.integer(slice(of: node)) else { return false }
            return number >= rule.least && number <= rule.greatest
        default: return false
        }
    }

    /// Returns the integer that a text of at most 18 digits denotes; `nil` for other texts.
    private static func integer(_ source: ByteReader) -> Int? {
        let isNegative = source[0] == UInt8(ascii: "-")
        var index = isNegative ? 1 : 0
        guard source.count > index, source.count <= index &+ plainDigits else { return nil }
        var number = 0
        while index < source.count {
            let digit = source[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            number = number &* 10 &+ Int(digit)
            index &+= 1
        }
        return isNegative ? -number : number
    }

    /// The number of decimal digits that always fit in an `Int`.
    private static let plainDigits = 18

    private func isNumber(_ node: Document.Node) -> Bool {
        switch node.kind {
        case .integer: !node.flags.contains(.long)
        // With an exponent below 200, the number is well within the range of `Double`.
        case .number: !node.flags.contains(.long) && abs(Int(node.exponent)) < 200
        case .text: Self.isPlainNumber(slice(of: node))
        default: false
        }
    }

    /// True if a text consists of at most 18 digits, with at most one point between two of them.
    private static func isPlainNumber(_ source: ByteReader) -> Bool {
        var index = source[0] == UInt8(ascii: "-") ? 1 : 0
        guard source.count > index, source.count <= index &+ plainDigits else { return false }
        var (hasPoint, isAfterDigit) = (false, false)
        while index < source.count {
            if source[index] == UInt8(ascii: ".") {
                guard !hasPoint, isAfterDigit else { return false }
                (hasPoint, isAfterDigit) = (true, false)
            } else {
                guard source[index] &- UInt8(ascii: "0") < 10 else { return false }
                isAfterDigit = true
            }
            index &+= 1
        }
        return isAfterDigit
    }

    private func isText(
        _ node: Document.Node,
        _ rule: CompiledSchema.Rule,
        _ shape: CompiledSchema
    ) -> Bool {
        guard node.kind == .string || node.kind == .text else { return false }
        if rule.choices >= 0 {
            let text = text(of: node)
            return shape.choices[rule.choices].contains { $0.hasSameBytes(as: text) }
        }
        // A Unicode scalar takes at least one byte, so a text never has more scalars than bytes.
        if node.length <= rule.greatest, rule.least <= 0 { return true }
        guard !node.flags.contains(.escaped) else { return false }
        let count = scalarCount(of: node)
        return count >= rule.least && count <= rule.greatest
    }

    private func scalarCount(of node: Document.Node) -> Int {
        guard node.flags.contains(.wide) else { return node.length }
        return slice(of: node).scalarCount
    }

    // MARK: - Parts

    private func isList(
        _ shape: CompiledSchema,
        _ element: Int,
        at index: Int,
        isItem: Bool
    ) -> Bool {
        guard var parts = notation.elements(of: index, isItem: isItem, in: self) else {
            return false
        }
        while let part = parts.next {
            guard has(shape, element, at: part, isItem: true) else { return false }
            parts.advance(in: self)
        }
        return true
    }

    private func isMap(_ shape: CompiledSchema, _ element: Int, at index: Int) -> Bool {
        let node = node(index)
        guard node.kind == .object, !notation.isMarkup else { return false }
        var key = index &+ 1
        while key < node.end {
            if !self.node(key).isShadowed, !has(shape, element, at: key &+ 1) { return false }
            key = end(of: key &+ 1)
        }
        return true
    }

    private func isObject(
        _ shape: CompiledSchema,
        _ rule: CompiledSchema.Rule,
        at index: Int
    ) -> Bool {
        let notation = notation
        guard node(index).kind == .object || notation.isMarkup else { return false }
        for place in rule.first..<(rule.first &+ rule.count) {
            let member = shape.members[place]
            guard let name = KeyName(at: member.name) else { return false }
            let part = notation.member(name, of: index, as: .member, in: self)
            if part < 0 {
                // XML writes nothing for an empty list, so a required list may be missing there.
                if member.isRequired,
                    !notation.isMarkup || shape.rules[member.rule].kind != .list
                {
                    return false
                }
            } else if member.isRequired || node(part).kind != .null {
                guard has(shape, member.rule, at: part) else { return false }
            }
        }
        return true
    }
}

extension CompiledSchema.Kind {
    /// True if the value has neither members nor elements.
    fileprivate var isScalar: Bool {
        switch self {
        case .boolean, .integer, .number, .string: true
        default: false
        }
    }
}
