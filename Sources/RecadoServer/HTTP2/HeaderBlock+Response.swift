// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire

extension HeaderBlock {
    /// Writes the header section of a response.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - plan: The framing of the response.
    ///   - date: The HTTP/1.1 line of the Date field, used if the response has none.
    /// - Returns: True if the response asks for the connection to be closed.
    mutating func appendHead(_ response: Response, _ plan: ResponsePlan, date: [UInt8]) -> Bool {
        append(":status", decimal: plan.status.code)
        var (hasDate, closes) = (false, false)
        let fields = response.fields
        for entry in fields.entries {
            switch WireBuffer.role(of: entry, in: fields) {
            case .date:
                hasDate = true
                append(entry, of: fields)
            case .connection:
                let options = FieldList.members(of: fields.value(of: entry))
                closes = closes || options.contains { $0.lowercased() == "close" }
            case .framing: break
            case .other:
                let start = Int(entry.nameStart)
                let name = start..<start + Int(entry.nameLength)
                let bytes = fields.buffer.span
                if name.count == 16, bytes.spells("proxy-connection", in: name) { continue }
                // Request IDs (X-Request-Id) and Set-Cookie differ in each response: they would
                // drive all other entries out of the table, which is searched for each field.
                let isUnindexed =
                    name.count == 10 && bytes.spells("set-cookie", in: name)
                    || name.count == 12 && bytes.spells("x-request-id", in: name)
                append(entry, of: fields, isUnindexed: isUnindexed)
            }
        }
        if case .length(let length) = plan.framing { append("content-length", decimal: length) }
        if !hasDate { append(line: date, after: "date") }
        return closes
    }

    /// Appends the value of an HTTP/1.1 line, which begins with the name, a colon and a space.
    mutating func append(line: [UInt8], after name: StaticString) {
        let start = name.utf8CodeUnitCount + 2
        if line.count > start + 2 { append(name, line[start..<(line.count - 2)]) }
    }
}
