// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoNGHTTP2
import RecadoHTTP
import RecadoWire

/// The header section of an answer in HTTP/2, written into storage that is kept.
struct HeaderBlock {
    private struct Entry {
        let nameLength: Int
        let valueLength: Int
        /// Whether neither side may remember it: it is secret (RFC 7541 §7.1.3), or never comes again.
        let isUnindexed: Bool
    }

    /// Names and values, one after another.
    private var bytes: [UInt8] = []
    private var entries: [Entry] = []

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        entries.removeAll(keepingCapacity: true)
    }

    // MARK: - Fields

    /// Appends a field whose value is a number.
    mutating func append(_ name: StaticString, decimal number: Int) {
        append(name)
        let start = bytes.count
        var divisor = 1
        while number / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            bytes.append(0x30 + UInt8(truncatingIfNeeded: number / divisor % 10))
            divisor /= 10
        }
        entries.append(
            Entry(
                nameLength: name.utf8CodeUnitCount,
                valueLength: bytes.count - start,
                isUnindexed: false
            )
        )
    }

    /// Appends a field whose value is part of other bytes.
    mutating func append(_ name: StaticString, _ value: ArraySlice<UInt8>) {
        append(name)
        bytes.append(contentsOf: value)
        entries.append(
            Entry(
                nameLength: name.utf8CodeUnitCount,
                valueLength: value.count,
                isUnindexed: false
            )
        )
    }

    private mutating func append(_ name: StaticString) {
        unsafe bytes.append(
            contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        )
    }

    private mutating func append(_ entry: Fields.Entry, of fields: Fields, isUnindexed: Bool) {
        // Names are made small when they are sent. Blanks around a value are no part of it, and
        // clients refuse them (RFC 9113 §8.2.1).
        let start = Int(entry.valueStart)
        let value = fields.buffer.span.trimmed(start..<start + Int(entry.valueLength))
        bytes.append(contentsOf: fields.nameBytes(of: entry))
        bytes.append(contentsOf: fields.buffer[value])
        entries.append(
            Entry(
                nameLength: Int(entry.nameLength),
                valueLength: value.count,
                isUnindexed: isUnindexed
            )
        )
    }

    // MARK: - Sections

    /// Writes the section of a response.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - plan: How it goes over the wire.
    ///   - date: The line of the Date field in HTTP/1.1, for a response that has none.
    /// - Returns: Whether the response wishes that the connection be closed.
    mutating func appendHead(_ response: Response, _ plan: ResponsePlan, date: [UInt8]) -> Bool {
        append(":status", decimal: plan.status.code)
        var (hasDate, closes) = (false, false)
        let fields = response.fields
        for entry in fields.entries {
            switch WireBuffer.role(of: entry, in: fields) {
            case .date:
                hasDate = true
                append(entry, of: fields, isUnindexed: false)
            case .connection:
                let options = FieldList.members(of: fields.value(of: entry))
                closes = closes || options.contains { $0.lowercased() == "close" }
            case .framing: break
            case .other:
                let start = Int(entry.nameStart)
                let name = start..<start + Int(entry.nameLength)
                let bytes = fields.buffer.span
                if name.count == 16, bytes.spells("proxy-connection", in: name) { continue }
                // Names of requests would drive everything else out of the table, which is searched
                // for each of them.
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

    /// Appends the value of a line of HTTP/1.1, which begins with the name, a colon and a blank.
    mutating func append(line: [UInt8], after name: StaticString) {
        let start = name.utf8CodeUnitCount + 2
        if line.count > start + 2 { append(name, line[start..<(line.count - 2)]) }
    }

    /// Calls a function with the section as nghttp2 wants it.
    func withFields<Result>(
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
