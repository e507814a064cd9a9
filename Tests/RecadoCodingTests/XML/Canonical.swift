// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// Writes a document in the canonical form of the W3C suite's expected results.
///
/// It is the suite's second form, which includes notations.
enum Canonical {
    static func text(_ bytes: [UInt8], _ xml: XML) throws -> String {
        var reader = try xml.reader(of: bytes)
        var text = ""
        while let event = try reader.next() { text += canonical(event) }
        return text
    }

    private static func canonical(_ event: XML.Event) -> String {
        switch event {
        case .start(let name, let attributes):
            let sorted = attributes.sorted { $0.name.qualified < $1.name.qualified }
            let list = sorted.map { " \($0.name.qualified)=\"\(escaped($0.value))\"" }
            return "<\(name.qualified)\(list.joined())>"
        case .end(let name): return "</\(name.qualified)>"
        case .characters(let text), .cdata(let text): return escaped(text)
        case .comment: return ""
        case .processingInstruction(let target, let data): return "<?\(target) \(data)?>"
        case .doctype(let doctype): return canonical(doctype)
        }
    }

    private static func canonical(_ doctype: XML.DoctypeDeclaration) -> String {
        guard !doctype.notations.isEmpty else { return "" }
        var text = "<!DOCTYPE \(doctype.name) [\n"
        for notation in doctype.notations.sorted(by: { $0.name < $1.name }) {
            text += "<!NOTATION \(notation.name) "
            switch (notation.publicID, notation.systemID) {
            case (let publicID?, let systemID?): text += "PUBLIC '\(publicID)' '\(systemID)'"
            case (let publicID?, nil): text += "PUBLIC '\(publicID)'"
            case (nil, let systemID): text += "SYSTEM '\(systemID ?? "")'"
            }
            text += ">\n"
        }
        return text + "]>\n"
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\t", "\n", "\r": result += "&#\(scalar.value);"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
