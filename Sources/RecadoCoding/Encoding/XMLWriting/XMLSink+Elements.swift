// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XMLSink {
    // MARK: - Elements

    /// Writes a start tag without its closing `>`; returns the position of the tag.
    mutating func beginElement(into output: inout OutputBuffer) -> Int {
        beginContent(isElement: true, into: &output)
        let start = output.count
        output.append(UInt8(ascii: "<"))
        append(pending.name, to: &output)
        if levels.isEmpty, !options.isWithinList { declareNamespaces(into: &output) }
        return start
    }

    private func declareNamespaces(into output: inout OutputBuffer) {
        for (prefix, namespace) in options.prefixes {
            output.append(prefix.isEmpty ? " xmlns" : " xmlns:")
            output.append(verbatim: prefix)
            output.append("=\"")
            _ = output.appendEscaped(namespace, for: .attribute)
            output.append(UInt8(ascii: "\""))
        }
        let isDeclared = options.prefixes.contains { $0.prefix == "xsi" }
        if options.nulls == .xsiNil, options.declaresNil, !isDeclared {
            output.append(" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"")
        }
    }

    /// Ends an open element, with an end tag if it has content.
    mutating func endElement(_ level: Level, into output: inout OutputBuffer) {
        guard level.contentStart != nil else { return endEmpty(level.value.name, into: &output) }
        settle(level, in: &output)
        if options.isPretty, level.hasElements, !level.hasText {
            breakLine(levels.count { $0.ownsElement } - 1, into: &output)
        }
        appendEndTag(level.value.name, to: &output)
    }

    /// Ends the start tag of an element without content.
    func endEmpty(_ name: Name, into output: inout OutputBuffer) {
        guard options.emptyElements == .long else { return output.append("/>") }
        output.append(UInt8(ascii: ">"))
        appendEndTag(name, to: &output)
    }

    /// Ends the start tag of the enclosing element, if the tag is still open.
    mutating func beginContent(isElement: Bool, into output: inout OutputBuffer) {
        guard let host = levels.last?.host else { return }
        if levels[host].contentStart == nil {
            output.append(UInt8(ascii: ">"))
            levels[host].contentStart = output.count
        }
        if !isElement {
            levels[host].hasText = true
            return
        }
        levels[host].hasElements = true
        if options.isPretty, !levels[host].hasText {
            let start = output.count
            breakLine(levels.count { $0.ownsElement }, into: &output)
            marks.append(Mark(range: start..<output.count, host: host, isAttribute: false))
        }
    }

    private func breakLine(_ depth: Int, into output: inout OutputBuffer) {
        output.append(UInt8(ascii: "\n"))
        let outer = options.isWithinList ? 1 : 0
        for _ in 0..<(max(depth, 0) + outer) { output.append("  ") }
    }

    @inline(__always)
    func append(_ name: Name, to output: inout OutputBuffer) {
        if let prepared = name.prepared {
            // In the stored end tag, the name follows `</` and is followed by `>`.
            let end = output.count &+ prepared.bytes.count
            unsafe output.append(pieces: prepared.endTag, from: 2)
            output.truncate(to: end)
        } else {
            appendOther(name, to: &output)
        }
    }

    @inline(never)
    private func appendOther(_ name: Name, to output: inout OutputBuffer) {
        let end = min(name.end, names.count)
        output.append(names.span.extracting(min(name.start, end)..<end))
    }

    /// Writes the end tag of an element.
    @inline(__always)
    func appendEndTag(_ name: Name, to output: inout OutputBuffer) {
        if let prepared = name.prepared {
            unsafe output.append(pieces: prepared.endTag, from: 0)
        } else {
            output.append("</")
            appendOther(name, to: &output)
            output.append(UInt8(ascii: ">"))
        }
    }

    /// Returns the text of a name.
    func text(of name: Name) -> String {
        if let prepared = name.prepared { return prepared.text }
        let end = min(name.end, names.count)
        return String(decoding: names[min(name.start, end)..<end], as: UTF8.self)
    }

    // MARK: - Attributes

    /// Writes the next value as an attribute of the enclosing element.
    mutating func appendAttribute(
        into output: inout OutputBuffer,
        _ value: (inout OutputBuffer) -> Void
    ) {
        guard let host = levels.last?.host else {
            return refuse("an attribute needs an element around it", at: output.count)
        }
        if hasAttribute(host, output) {
            let name = text(of: pending.name)
            refuse("the attribute \"\(name)\" comes twice", at: output.count)
        }
        let start = output.count
        output.append(UInt8(ascii: " "))
        append(pending.name, to: &output)
        output.append("=\"")
        value(&output)
        output.append(UInt8(ascii: "\""))
        levels[host].attributeCount += 1
        // An attribute after content is moved to the start tag when the element ends.
        if levels[host].contentStart != nil {
            marks.append(Mark(range: start..<output.count, host: host, isAttribute: true))
        }
    }

    /// The number of attributes up to which an element needs no set of their names.
    private static let fewAttributes = 16

    /// True if an element already has the attribute that is about to be written.
    private mutating func hasAttribute(_ host: Int, _ output: OutputBuffer) -> Bool {
        let level = levels[host]
        guard level.attributeCount > 0 else { return false }
        let name = Array(text(of: pending.name).utf8)
        if level.attributeCount > Self.fewAttributes {
            var known = attributeNames.removeValue(forKey: host) ?? allNames(host, output)
            let isNew = known.insert(name).inserted
            attributeNames[host] = known
            return !isNew
        }
        let tag = level.tagStart..<(level.contentStart ?? output.count)
        if output.hasAttribute(name, in: tag) { return true }
        return marks.contains {
            $0.isAttribute && $0.host == host && output.hasAttribute(name, in: $0.range)
        }
    }

    private func allNames(_ host: Int, _ output: OutputBuffer) -> Set<[UInt8]> {
        let level = levels[host]
        var bytes = output.bytes(in: level.tagStart..<(level.contentStart ?? output.count))
        for mark in marks where mark.isAttribute && mark.host == host {
            bytes += output.bytes(in: mark.range)
        }
        // Quotes in values are escaped, so splitting by quotes yields names and values in turn.
        var names: Set<[UInt8]> = []
        let parts = bytes.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() where index.isMultiple(of: 2) {
            guard part.last == UInt8(ascii: "="),
                let space = part.lastIndex(of: UInt8(ascii: " "))
            else { continue }
            names.insert(Array(part[(space + 1)...].dropLast()))
        }
        return names
    }

    // MARK: - Moving

    /// Moves attributes that were encoded after content into the start tag, and removes the line
    /// breaks between child elements if the element has text.
    private mutating func settle(_ level: Level, in output: inout OutputBuffer) {
        if !attributeNames.isEmpty { attributeNames[level.host] = nil }
        var first = marks.count
        while first > 0, marks[first - 1].host >= level.host { first -= 1 }
        guard first < marks.count else { return }
        let moved = marks[first...].filter { $0.isAttribute || level.hasText }
        marks.removeSubrange(first...)
        guard !moved.isEmpty, let start = level.contentStart else { return }
        let content = output.bytes(in: start..<output.count)
        // This also removes the `>` of the start tag.
        output.truncate(to: start - 1)
        for mark in moved where mark.isAttribute {
            let place = (mark.range.lowerBound - start)..<(mark.range.upperBound - start)
            output.append(content.span.extracting(place))
        }
        output.append(UInt8(ascii: ">"))
        var index = 0
        for mark in moved {
            // This content range is empty if the mark is a line break before the first content.
            output.append(content.span.extracting(index..<(mark.range.lowerBound - start)))
            index = mark.range.upperBound - start
        }
        output.append(content.span.extracting(index...))
    }
}
