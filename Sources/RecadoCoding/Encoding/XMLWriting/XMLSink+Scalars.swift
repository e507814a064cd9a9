// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XMLSink {
    /// Writes a scalar as an attribute, as text or as an element.
    ///
    /// - Parameters:
    ///   - type: The value of the `type` attribute in the Rails form; empty for a string.
    ///   - output: The output.
    ///   - value: Writes the text.
    @inline(__always)
    private mutating func scalar(
        _ type: StaticString,
        into output: inout OutputBuffer,
        _ value: (inout OutputBuffer) -> Void
    ) {
        switch pending.role {
        case .attribute:
            appendAttribute(into: &output, value)
        case .text:
            beginContent(isElement: false, into: &output)
            value(&output)
        case .transparent where !levels.isEmpty:
            beginContent(isElement: false, into: &output)
            value(&output)
        case .element, .transparent:
            _ = beginElement(into: &output)
            if options.isRails, type.utf8CodeUnitCount > 0 {
                output.append(" type=\"")
                output.append(type)
                output.append(UInt8(ascii: "\""))
            }
            output.append(UInt8(ascii: ">"))
            value(&output)
            appendEndTag(pending.name, to: &output)
        }
    }

    mutating func null(into output: inout OutputBuffer) {
        let isElement = levels.last?.isList ?? true
        guard isElement || options.nulls != .omitted || options.isRails else { return }
        switch pending.role {
        case .element:
            _ = beginElement(into: &output)
            appendNil(into: &output)
            endEmpty(pending.name, into: &output)
        case .text where levels.last?.ownsElement == true && levels.last?.contentStart == nil:
            // The enclosing element gets no content but keeps its attributes.
            appendNil(into: &output)
        case .attribute, .text, .transparent:
            return
        }
    }

    private func appendNil(into output: inout OutputBuffer) {
        if options.isRails {
            output.append(" nil=\"true\"")
        } else if options.nulls == .xsiNil {
            output.append(" xsi:nil=\"true\"")
        }
    }

    mutating func bool(_ value: Bool, into output: inout OutputBuffer) {
        scalar("boolean", into: &output) { $0.append(value ? "true" : "false") }
    }

    mutating func signed(_ value: Int64, into output: inout OutputBuffer) {
        scalar("integer", into: &output) { $0.append(decimal: value) }
    }

    mutating func unsigned(_ value: UInt64, into output: inout OutputBuffer) {
        scalar("integer", into: &output) { $0.append(decimal: value) }
    }

    mutating func double(_ value: Double, into output: inout OutputBuffer) {
        scalar("float", into: &output) { $0.append(value) }
    }

    mutating func float(_ value: Float, into output: inout OutputBuffer) {
        scalar("float", into: &output) { $0.append(value) }
    }

    mutating func number(_ digits: String, into output: inout OutputBuffer) {
        scalar("decimal", into: &output) { $0.append(verbatim: digits) }
    }

    mutating func date(_ value: Timestamp, into output: inout OutputBuffer) {
        scalar("dateTime", into: &output) { value.append(to: &$0) }
    }

    mutating func text(_ value: String, into output: inout OutputBuffer) {
        var isWritten = true
        let start = output.count
        let isEmpty = value.utf8.isEmpty
        let isCDATA = pending.isCDATA || writesCDATA
        let replaces = options.replacesForeignCharacters
        switch pending.role {
        case .attribute:
            appendAttribute(into: &output) {
                isWritten = $0.append(value, as: .attribute, replacing: replaces)
            }
        case .element where isEmpty && !isCDATA:
            _ = beginElement(into: &output)
            endEmpty(pending.name, into: &output)
        case .text where isEmpty, .transparent where isEmpty && !levels.isEmpty:
            break
        case .element, .text, .transparent:
            scalar("", into: &output) {
                isWritten = $0.append(
                    value,
                    as: isCDATA ? .section : .content,
                    replacing: replaces
                )
            }
        }
        guard !isWritten else { return }
        refuse("a text holds a character that XML does not have, such as U+0001", at: start)
    }

    /// True if all texts are written as CDATA sections.
    private var writesCDATA: Bool { !options.cdata.isEmpty && options.cdata.contains("*") }
}
