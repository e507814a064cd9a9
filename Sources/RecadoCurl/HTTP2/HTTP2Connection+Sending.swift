// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoNGHTTP2
import RecadoClient
import RecadoHTTP

extension HTTP2Connection {
    /// What is sent at once, but for the last frame of it.
    private static let pieceSize = 65_536
    /// After so many pieces others have their turn.
    private static let pieceLimit = 16

    // MARK: - Requests

    /// Submits a request; `false` when there is no stream for it.
    func submit(_ stream: HTTP2Stream, _ request: PreparedRequest) -> Bool {
        var section = HeaderSection()
        section.append(":method", request.method.name)
        section.append(":scheme", request.isSecure ? "https" : "http")
        section.append(":authority", request.host)
        section.append(":path", request.target)
        let fields = request.fields
        for entry in fields.entries {
            let name = fields.nameBytes(of: entry)
            guard PreparedRequest.isSent(name) else { continue }
            section.append(name, fields.valueBytes(of: entry))
        }
        let payload = request.payload
        if !payload.isNone, let length = payload.length {
            section.append("content-length", "\(length)")
        }
        let id = unsafe section.bytes.withUnsafeBufferPointer { bytes in
            unsafe section.fields.withUnsafeBufferPointer { fields in
                guard let bytes = bytes.baseAddress, let start = fields.baseAddress,
                    let session = unsafe session
                else { return Int32(-1) }
                return unsafe recado_http2_submit(
                    session,
                    bytes,
                    start,
                    fields.count,
                    payload.length == 0 ? nil : Self.readContent
                )
            }
        }
        guard id > 0 else { return false }
        stream.marks.bytesSent += section.bytes.count
        stream.id = id
        streams[id] = stream
        return true
    }

    /// Fields and their bytes, names in small letters (RFC 9113 §8.2).
    private struct HeaderSection {
        var bytes: [UInt8] = []
        var fields: [recado_http2_field] = []

        init() {
            bytes.reserveCapacity(512)
            fields.reserveCapacity(16)
        }

        mutating func append(_ name: StaticString, _ value: some StringProtocol) {
            let start = bytes.count
            unsafe bytes.append(
                contentsOf: UnsafeBufferPointer(
                    start: name.utf8Start,
                    count: name.utf8CodeUnitCount
                )
            )
            let middle = bytes.count
            bytes += value.utf8
            note(start, middle)
        }

        mutating func append(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
            let start = bytes.count
            for byte in name { bytes.append(byte.lowercased) }
            let middle = bytes.count
            bytes += value
            note(start, middle)
        }

        private mutating func note(_ start: Int, _ middle: Int) {
            fields.append(
                recado_http2_field(
                    name_start: start,
                    name_length: middle - start,
                    value_start: middle,
                    value_length: bytes.count - middle
                )
            )
        }
    }

    /// Fills a frame with content of a request.
    private static let readContent: nghttp2_data_source_read_callback = {
        _,
        id,
        room,
        count,
        flags,
        _,
        context in
        guard let connection = unsafe HTTP2Connection.of(context), let flags = unsafe flags,
            let stream = connection.stream(id)
        else { return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue) }
        let room = unsafe UnsafeMutableRawBufferPointer(start: room, count: count)
        guard let sent = unsafe stream.send(into: room) else {
            return Int(NGHTTP2_ERR_DEFERRED.rawValue)
        }
        if sent.isEnd { unsafe flags.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue }
        return sent.count
    }

    /// Ends a stream before its time.
    func reset(_ stream: HTTP2Stream, _ code: UInt32) {
        let flags = UInt8(NGHTTP2_FLAG_NONE.rawValue)
        _ = unsafe nghttp2_submit_rst_stream(session, flags, stream.id, code)
    }

    // MARK: - Bytes

    /// Sends what can be sent without waiting; `false` when the connection is lost.
    func send() -> Bool {
        for _ in 0..<Self.pieceLimit {
            if sentCount == output.count {
                guard collect() else { return false }
                if output.isEmpty { return true }
            }
            let passage = unsafe output.withUnsafeBytes { bytes in
                unsafe opening.send(UnsafeRawBufferPointer(rebasing: bytes[sentCount...]))
            }
            switch passage {
            case .bytes(let count): sentCount += count
            case .nothing: return true
            case .ended: return false
            case .failed(let kind, let reason):
                ending = ending ?? (kind, reason)
                // The server may have said why.
                return receive()
            }
        }
        touch()
        return true
    }

    /// Collects frames to send; `false` when nghttp2 gives up.
    private func collect() -> Bool {
        output.removeAll(keepingCapacity: true)
        sentCount = 0
        while output.count < Self.pieceSize {
            var frame: UnsafePointer<UInt8>?
            let count = unsafe nghttp2_session_mem_send(session, &frame)
            guard count >= 0 else {
                ending = (.failed, "HTTP/2 cannot go on")
                return false
            }
            if count == 0 { return true }
            unsafe output.append(contentsOf: UnsafeBufferPointer(start: frame, count: count))
        }
        return true
    }
}
