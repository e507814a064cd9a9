// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Document {
    /// Follows a JSON Pointer (RFC 6901) to the last value that exists.
    ///
    /// - Parameter pointer: The pointer.
    /// - Returns: The part of the pointer that leads to a value, and the names after that part, for
    ///   which there are no values.
    package func follow(_ pointer: String) -> (known: String, unknown: [String]) {
        var known = ""
        var value = root
        // The pointer is split by bytes: a combining mark at the beginning of a name would form one
        // character with the slash.
        let tokens = pointer.utf8.split(
            separator: UInt8(ascii: "/"),
            omittingEmptySubsequences: false
        )
        .dropFirst().map { Substring($0) }
        for (place, token) in tokens.enumerated() {
            guard let next = value.child(at: token) else {
                return (known, tokens.dropFirst(place).map(JSONPointer.name))
            }
            known += "/" + token
            value = next
        }
        return (known, [])
    }
}

extension Document.Cursor {
    /// Returns the member or element for one token of a pointer.
    fileprivate func child(at token: Substring) -> Document.Cursor? {
        guard kind == .array else { return self[JSONPointer.name(token)] }
        guard let index = Int(token), index >= 0, index < count else { return nil }
        return elements.dropFirst(index).first { _ in true }
    }
}
