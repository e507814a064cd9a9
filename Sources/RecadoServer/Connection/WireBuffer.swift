// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire

/// The bytes of a response, collected in reused storage.
struct WireBuffer {
    static let lineEnd: [UInt8] = [0x0D, 0x0A]

    private(set) var bytes: [UInt8] = []

    var capacity: Int { bytes.capacity }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    // MARK: - Parts

    mutating func append(_ text: StaticString) {
        unsafe bytes.append(
            contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        )
    }

    mutating func append(_ more: [UInt8]) {
        bytes.append(contentsOf: more)
    }

    /// Appends content that is in memory, unless it is too long.
    ///
    /// - Returns: False if the content exceeds the limit; true if it was appended, or is not in
    ///   memory and has to be read later.
    mutating func append(_ content: Content, upTo limit: Int) -> Bool {
        content.append(to: &bytes, upTo: limit)
    }

    mutating func append(decimal number: Int) {
        bytes.append(addingCapacity: 20) { $0.append(decimal: number) }
    }

    /// Writes the line that precedes a chunk (RFC 9112 §7.1).
    mutating func appendChunkSize(_ size: Int) {
        bytes.append(contentsOf: String(size, radix: 16).utf8)
        bytes.append(contentsOf: Self.lineEnd)
    }

    // MARK: - Heads

    /// Writes the head of a response.
    ///
    /// - Parameters:
    ///   - response: The response, whose content is not written.
    ///   - plan: The framing of the response.
    ///   - date: The line of the Date field, used if the response has none.
    ///   - line: A header line of the server itself, such as Strict-Transport-Security; empty for
    ///     none.
    /// - Returns: True if the connection is closed after the response, because of the plan or a
    ///   field of the response.
    mutating func appendHead(
        _ response: Response,
        _ plan: ResponsePlan,
        date: DateLine,
        _ line: [UInt8] = []
    ) -> Bool {
        if response.fields.areLines, !WireBuffer.containsManagedField(of: response.fields) {
            appendPlainHead(response.fields, plan, date: date, line)
            return plan.closes
        }
        appendStatus(plan.status)
        var hasDate = false
        var closes = plan.closes
        let fields = response.fields
        for entry in fields.entries {
            switch WireBuffer.role(of: entry, in: fields) {
            case .other: appendField(entry, of: fields)
            case .date:
                hasDate = true
                appendField(entry, of: fields)
            case .connection:
                closes =
                    closes
                    || FieldList.members(of: fields.value(of: entry)).contains {
                        $0.lowercased() == "close"
                    }
            case .framing: appendUpgrade(entry, of: fields, plan)
            }
        }
        appendFraming(plan.framing)
        if !hasDate { append(date.bytes) }
        append(line)
        if closes {
            append("Connection: close\r\n")
        } else if plan.saysKeepAlive {
            append("Connection: keep-alive\r\n")
        }
        append("\r\n")
        return closes
    }

    /// Writes the head of a response that has no fields which the engine handles: all lines are
    /// copied unchanged.
    private mutating func appendPlainHead(
        _ fields: Fields,
        _ plan: ResponsePlan,
        date: DateLine,
        _ line: [UInt8]
    ) {
        let isOK = plan.status == .ok
        if !isOK { appendStatus(plan.status) }
        let lines = fields.buffer.span
        let room = lines.count + date.bytesAfterOK.count + line.count + WireBuffer.longestFraming
        bytes.append(addingCapacity: room) { head in
            head.append(isOK ? date.bytesAfterOK.span : date.bytes.span)
            head.append(lines)
            switch plan.framing {
            case .length(let length):
                head.append("Content-Length: ")
                head.append(decimal: length)
                head.appendLineEnd()
            case .chunked: head.append("Transfer-Encoding: chunked\r\n")
            case .none, .untilClose: break
            }
            if !line.isEmpty { head.append(line.span) }
            if plan.closes {
                head.append("Connection: close\r\n")
            } else if plan.saysKeepAlive {
                head.append("Connection: keep-alive\r\n")
            }
            head.appendLineEnd()
        }
    }

    /// The greatest number of bytes of the engine's own fields, without the date.
    private static let longestFraming = 96

    /// Writes the head of the response after which the connection speaks another protocol.
    mutating func appendSwitchingHead(_ response: Response, date: [UInt8]) {
        appendStatus(.switchingProtocols)
        let fields = response.fields
        var hasDate = false
        for entry in fields.entries {
            switch WireBuffer.role(of: entry, in: fields) {
            case .framing where !isUpgrade(entry, of: fields): continue
            case .date: hasDate = true
            case .connection, .framing, .other: break
            }
            appendField(entry, of: fields)
        }
        if !hasDate { append(date) }
        append("\r\n")
    }

    /// Writes the protocol that the client must upgrade to, which a 426 response must name (RFC
    /// 9110 §15.5.22).
    private mutating func appendUpgrade(
        _ entry: Fields.Entry,
        of fields: Fields,
        _ plan: ResponsePlan
    ) {
        guard plan.status == .upgradeRequired, isUpgrade(entry, of: fields) else { return }
        appendField(entry, of: fields)
        append("Connection: Upgrade\r\n")
    }

    private func isUpgrade(_ entry: Fields.Entry, of fields: Fields) -> Bool {
        let start = Int(entry.nameStart)
        return fields.buffer.span.spells("upgrade", in: start..<start + Int(entry.nameLength))
    }

    private mutating func appendFraming(_ framing: ResponsePlan.Framing) {
        switch framing {
        case .length(let length):
            append("Content-Length: ")
            append(decimal: length)
            append("\r\n")
        case .chunked: append("Transfer-Encoding: chunked\r\n")
        case .none, .untilClose: break
        }
    }

    private mutating func appendStatus(_ status: Status) {
        if status == .ok { return append("HTTP/1.1 200 OK\r\n") }
        append("HTTP/1.1 ")
        append(decimal: status.code)
        bytes.append(0x20)
        bytes.append(contentsOf: status.reasonPhrase.utf8)
        append("\r\n")
    }

    private mutating func appendField(_ entry: Fields.Entry, of fields: Fields) {
        let (name, value) = (Int(entry.nameStart), Int(entry.valueStart))
        let (nameCount, valueCount) = (Int(entry.nameLength), Int(entry.valueLength))
        let source = fields.buffer.span
        // Capacity is reserved once, and no slices are made, because they would cost reference
        // counting.
        bytes.append(addingCapacity: nameCount + valueCount + 4) { line in
            line.append(source.extracting(name..<name + nameCount))
            line.append(UInt8(ascii: ":"))
            line.append(UInt8(ascii: " "))
            line.append(source.extracting(value..<value + valueCount))
            line.append(0x0D)
            line.append(0x0A)
        }
    }

    // MARK: - Fields

    /// The kind of a field, which decides how the engine writes it.
    enum Role {
        case date
        case connection
        /// Content-Length, Transfer-Encoding, Keep-Alive, Trailer and Upgrade: the engine writes
        /// them, because they concern this connection or message.
        case framing
        case other
    }

    /// True if the engine handles any of the fields itself.
    private static func containsManagedField(of fields: Fields) -> Bool {
        for entry in fields.entries {
            if case .other = role(of: entry, in: fields) { continue }
            return true
        }
        return false
    }

    static func role(of entry: Fields.Entry, in fields: Fields) -> Role {
        let start = Int(entry.nameStart)
        let name = start..<start + Int(entry.nameLength)
        let bytes = fields.buffer.span
        switch name.count {
        case 4: return bytes.spells("date", in: name) ? .date : .other
        case 7:
            let isFraming = bytes.spells("trailer", in: name) || bytes.spells("upgrade", in: name)
            return isFraming ? .framing : .other
        case 10:
            if bytes.spells("connection", in: name) { return .connection }
            return bytes.spells("keep-alive", in: name) ? .framing : .other
        case 14: return bytes.spells("content-length", in: name) ? .framing : .other
        case 17: return bytes.spells("transfer-encoding", in: name) ? .framing : .other
        default: return .other
        }
    }
}

extension OutputSpan<UInt8> {
    @inline(__always)
    fileprivate mutating func appendLineEnd() {
        append(0x0D)
        append(0x0A)
    }

    /// Appends the digits of a nonnegative number, at most 19.
    @inline(__always)
    fileprivate mutating func append(decimal number: Int) {
        var divisor = 1
        while number / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            append(0x30 + UInt8(truncatingIfNeeded: number / divisor % 10))
            divisor /= 10
        }
    }
}
