// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport

/// The header sections of an HTTP/2 answer, which are read field by field (RFC 9113 §8.3.2).
///
/// nghttp2 has already validated the fields; control characters in values become spaces (RFC 9110
/// §5.5).
struct HTTP2Head: Sendable {
    /// The status of the final answer.
    private(set) var status: Status?
    /// True if the header section of the final answer is complete.
    private(set) var isComplete = false
    /// True if the caller wants the trailer section.
    var keepsTrailers = false
    /// The trailer section.
    private(set) var trailers: Fields = [:]
    private var buffer: [UInt8] = []
    private var entries: [Fields.Entry] = []
    /// The number of bytes in all sections so far.
    private var size = 0
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// The fields, in their order.
    var fields: Fields { Fields(buffer: buffer, entries: entries) }

    /// Adds a field.
    ///
    /// - Throws: An error of the kind `tooLarge` or `protocolViolation`.
    @unsafe
    mutating func take(
        _ name: UnsafeBufferPointer<UInt8>,
        _ value: UnsafeBufferPointer<UInt8>
    ) throws(TransportError) {
        size += name.count + value.count + 4
        guard size <= limit else {
            throw TransportError(.tooLarge, "the header section exceeds \(limit) bytes")
        }
        if unsafe name.first == UInt8(ascii: ":") {
            // The status is the only pseudo-header field of an answer.
            guard let status = unsafe Status(digits: value) else {
                throw TransportError(.protocolViolation, "the status has no three digits")
            }
            self.status = status
            return
        }
        if isComplete, !keepsTrailers { return }
        let start = buffer.count
        unsafe buffer.append(contentsOf: name)
        unsafe buffer.append(contentsOf: value)
        let valueStart = start + name.count
        if !FieldText.isPlain(buffer.span.extracting(valueStart...)) {
            for index in valueStart..<buffer.count where FieldText.isControl(buffer[index]) {
                buffer[index] = 0x20
            }
        }
        entries.append(
            Fields.Entry(
                nameStart: start,
                nameLength: name.count,
                valueStart: valueStart,
                valueLength: value.count
            )
        )
    }

    /// Ends a section; returns the informational answer, if the section belongs to one.
    ///
    /// - Throws: An error of the kind `protocolViolation`.
    mutating func endSection() throws(TransportError) -> Response? {
        guard let status else {
            throw TransportError(.protocolViolation, "the header section has no status")
        }
        if status.class == .informational {
            guard status.code != 101 else {
                throw TransportError(.protocolViolation, "HTTP/2 switches no protocols")
            }
            let response = Response(status: status, fields: fields)
            (self.status, buffer, entries) = (nil, [], [])
            return response
        }
        isComplete = true
        return nil
    }

    /// Removes and returns the fields; the trailer section can follow.
    mutating func takeFields() -> Fields {
        defer { (buffer, entries) = ([], []) }
        return fields
    }

    /// Ends the trailer section.
    mutating func endTrailers() {
        trailers = takeFields()
    }
}

extension Status {
    /// Creates a status from three digits.
    @unsafe
    fileprivate init?(digits: UnsafeBufferPointer<UInt8>) {
        guard digits.count == 3 else { return nil }
        let values = unsafe digits.map { Int($0) - 0x30 }
        guard values.allSatisfy({ (0...9).contains($0) }) else { return nil }
        let code = values.reduce(0) { $0 * 10 + $1 }
        self.init(code)
    }
}
