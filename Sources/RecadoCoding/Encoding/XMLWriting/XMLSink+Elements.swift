// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XMLSink {
    // MARK: - Elements

    /// Writes the beginning of a start tag, without its end.
    mutating func beginElement(into output: inout Output) {
        beginContent(isElement: true, into: &output)
        output.append(UInt8(ascii: "<"))
        append(pending.name, to: &output)
        if levels.isEmpty { declareNamespaces(into: &output) }
    }

    private func declareNamespaces(into output: inout Output) {
        for (prefix, namespace) in options.prefixes {
            output.append(prefix.isEmpty ? " xmlns" : " xmlns:")
            output.append(verbatim: prefix)
            output.append("=\"")
            _ = output.appendEscaped(namespace, for: .attribute)
            output.append(UInt8(ascii: "\""))
        }
        let isDeclared = options.prefixes.contains { $0.prefix == "xsi" }
        if options.nulls == .xsiNil, !isDeclared {
            output.append(" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"")
        }
    }

    /// Ends an element that was opened, with an end tag if it has content.
    mutating func endElement(_ level: Level, into output: inout Output) {
        guard level.contentStart != nil else { return output.append("/>") }
        if options.isPretty, level.hasElements, !level.hasText {
            breakLine(levels.count { $0.ownsElement } - 1, into: &output)
        }
        appendEndTag(level.name, to: &output)
    }

    /// Ends the start tag around the content to come, if that is still open.
    mutating func beginContent(isElement: Bool, into output: inout Output) {
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
            breakLine(levels.count { $0.ownsElement }, into: &output)
        }
    }

    private func breakLine(_ depth: Int, into output: inout Output) {
        output.append(UInt8(ascii: "\n"))
        for _ in 0..<max(depth, 0) { output.append("  ") }
    }

    @inline(__always)
    func append(_ name: Name, to output: inout Output) {
        if let prepared = name.prepared {
            // The name begins behind the `</` of the end tag, and its end tag has one more byte.
            let end = unsafe output.count &+ prepared.bytes.count
            unsafe output.append(pieces: prepared.endTag, from: 2)
            output.truncate(to: end)
        } else {
            appendOther(name, to: &output)
        }
    }

    @inline(never)
    private func appendOther(_ name: Name, to output: inout Output) {
        unsafe names.withUnsafeBufferPointer { bytes in
            let end = min(name.end, bytes.count)
            let range = min(name.start, end)..<end
            unsafe output.append(UnsafeBufferPointer(rebasing: bytes[range]))
        }
    }

    /// Writes the end tag of an element.
    @inline(__always)
    func appendEndTag(_ name: Name, to output: inout Output) {
        if let prepared = name.prepared {
            unsafe output.append(pieces: prepared.endTag, from: 0)
        } else {
            output.append("</")
            appendOther(name, to: &output)
            output.append(UInt8(ascii: ">"))
        }
    }

    /// The text of a name.
    func text(of name: Name) -> String {
        if let prepared = name.prepared { return prepared.text }
        let end = min(name.end, names.count)
        return String(decoding: names[min(name.start, end)..<end], as: UTF8.self)
    }

    // MARK: - Attributes

    /// Writes an attribute into the start tag around the value to come, which may have ended.
    mutating func appendAttribute(into output: inout Output, _ value: (inout Output) -> Void) {
        guard let host = levels.last?.host else {
            return refuse("an attribute needs an element around it")
        }
        let end = output.count
        output.append(UInt8(ascii: " "))
        append(pending.name, to: &output)
        output.append("=\"")
        value(&output)
        output.append(UInt8(ascii: "\""))
        let length = output.count - end
        if let start = levels[host].contentStart {
            // The model encodes an attribute behind content: the attribute moves to the front.
            output.rotate(from: levels[host].attributesEnd, to: end)
            levels[host].contentStart = start + length
        }
        levels[host].attributesEnd += length
        if levels[host].contentStart == nil { levels[host].attributesEnd = output.count }
    }
}
