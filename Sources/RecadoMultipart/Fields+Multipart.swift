// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension Fields {
    /// Reads the head of a part, without the empty line after it.
    ///
    /// Folded lines are refused, as in HTTP (RFC 9112 §5.2), because no program writes them in
    /// forms.
    ///
    /// - Parameters:
    ///   - head: Lines that end with CRLF.
    ///   - limits: The limits; only the number of fields is checked.
    /// - Returns: The fields, in the order of the head.
    /// - Throws: The problem with the first line that is not a field.
    static func parsed(
        _ head: ArraySlice<UInt8>,
        _ limits: Multipart.Limits
    ) throws(Multipart.Reader.Problem) -> Fields {
        var fields = Fields()
        var rest = head
        while let feed = rest.firstIndex(of: 0x0A) {
            guard feed > rest.startIndex, rest[feed - 1] == 0x0D else { throw .field }
            let line = rest[..<(feed - 1)]
            rest = rest[(feed + 1)...]
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
                let name = FieldName(String(decoding: line[..<colon], as: UTF8.self))
            else { throw .field }
            guard let value = String(validating: line[(colon + 1)...], as: UTF8.self),
                Fields.isValid(value)
            else { throw .fieldText }
            guard fields.count < limits.fields else { throw .fields }
            fields.append(String(FieldList.trimmed(value[...])), to: name)
        }
        guard rest.isEmpty else { throw .field }
        return fields
    }
}
