// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import CRecadoNGHTTP2
package import RecadoHTTP

/// A header section in HTTP/2, written into reusable storage.
package struct HeaderBlock: Sendable {
    private struct Entry: Sendable {
        let nameLength: Int
        let valueLength: Int
        /// True if HPACK must not index the field, because it is secret (RFC 7541 §7.1.3) or occurs
        /// only once.
        let isUnindexed: Bool
    }

    /// The names and values, one after another.
    private var bytes: [UInt8] = []
    private var entries: [Entry] = []

    /// Creates an empty section.
    package init() {}

    /// The number of bytes in all names and values.
    package var byteCount: Int { bytes.count }

    /// Empties the section, but keeps its storage.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        entries.removeAll(keepingCapacity: true)
    }

    // MARK: - Fields

    /// Appends a field with a number as its value.
    package mutating func append(_ name: StaticString, decimal number: Int) {
        append(name)
        let start = bytes.count
        var divisor = 1
        while number / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            bytes.append(0x30 + UInt8(truncatingIfNeeded: number / divisor % 10))
            divisor /= 10
        }
        note(name.utf8CodeUnitCount, bytes.count - start)
    }

    /// Appends a field with a slice of bytes as its value.
    package mutating func append(_ name: StaticString, _ value: ArraySlice<UInt8>) {
        append(name)
        bytes.append(contentsOf: value)
        note(name.utf8CodeUnitCount, value.count)
    }

    /// Appends a field with a text as its value.
    package mutating func append(_ name: StaticString, _ value: String) {
        append(name)
        let start = bytes.count
        bytes.append(contentsOf: value.utf8)
        note(name.utf8CodeUnitCount, bytes.count - start)
    }

    private mutating func note(_ nameLength: Int, _ valueLength: Int, isUnindexed: Bool = false) {
        entries.append(
            Entry(nameLength: nameLength, valueLength: valueLength, isUnindexed: isUnindexed)
        )
    }

    private mutating func append(_ name: StaticString) {
        unsafe bytes.append(
            contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        )
    }

    /// Appends a field from an HTTP/1.1 section.
    ///
    /// - Parameters:
    ///   - entry: The field.
    ///   - fields: The section.
    ///   - isUnindexed: True if HPACK must not index the field.
    package mutating func append(
        _ entry: Fields.Entry,
        of fields: Fields,
        isUnindexed: Bool = false
    ) {
        // Names become lowercase when they are sent. Spaces around a value are removed, because
        // clients refuse them (RFC 9113 §8.2.1).
        let start = Int(entry.valueStart)
        let value = fields.buffer.span.trimmed(start..<start + Int(entry.valueLength))
        bytes.append(contentsOf: fields.nameBytes(of: entry))
        bytes.append(contentsOf: fields.buffer[value])
        note(Int(entry.nameLength), value.count, isUnindexed: isUnindexed)
    }

    // MARK: - The library's side

    /// Calls a function with the section in the form that nghttp2 expects.
    package func withFields<Result>(
        _ body: (UnsafePointer<nghttp2_nv>?, Int) -> Result
    ) -> Result {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe withUnsafeTemporaryAllocation(of: nghttp2_nv.self, capacity: entries.count) {
                fields in
                var position = unsafe UnsafeMutablePointer(mutating: bytes.baseAddress)
                for (index, entry) in entries.enumerated() {
                    let value = unsafe position?.advanced(by: entry.nameLength)
                    unsafe fields.initializeElement(
                        at: index,
                        to: nghttp2_nv(
                            name: position,
                            value: value,
                            namelen: entry.nameLength,
                            valuelen: entry.valueLength,
                            flags: entry.isUnindexed ? UInt8(NGHTTP2_NV_FLAG_NO_INDEX.rawValue) : 0
                        )
                    )
                    unsafe position = value?.advanced(by: entry.valueLength)
                }
                return unsafe body(UnsafePointer(fields.baseAddress), entries.count)
            }
        }
    }
}
