// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A name for lookups: the local part, and the namespace if the name has one.
struct NameInXML {
    let local: ByteReader
    let namespace: String?
    let payload: UInt64

    @inline(__always)
    init(_ name: ByteReader, _ prefixes: [String: String]) {
        var start = 0
        var namespace: String?
        if name[0] == UInt8(ascii: "{") || Self.hasColon(name) {
            (start, namespace) = Self.split(name, prefixes)
        }
        local = name.dropFirst(start)
        self.namespace = namespace
        payload = KeyName.payload(local)
    }

    /// Creates a name from a `KeyName`, which has no namespace.
    @inline(__always)
    init(_ name: KeyName) {
        local = name.bytes
        namespace = nil
        payload = name.payload
    }

    /// Creates a name in which a colon has no special meaning.
    init(whole name: ByteReader) {
        local = name
        namespace = nil
        payload = KeyName.payload(name)
    }

    @inline(__always)
    private static func hasColon(_ name: ByteReader) -> Bool {
        name.firstIndex(of: UInt8(ascii: ":")) != nil
    }

    /// Returns the byte index of the local part, and the namespace.
    @inline(never)
    private static func split(
        _ name: ByteReader,
        _ prefixes: [String: String]
    ) -> (Int, String?) {
        if name[0] == UInt8(ascii: "{") {
            guard let end = name.firstIndex(of: UInt8(ascii: "}")) else { return (0, nil) }
            return (end + 1, name.slice(1, end - 1).text)
        }
        guard let colon = name.firstIndex(of: UInt8(ascii: ":")) else { return (0, nil) }
        // A prefix that is not in `prefixes` is ignored, because documents are free to choose
        // theirs.
        return (colon + 1, prefixes[name.slice(0, colon).text])
    }
}
