// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoNGHTTP2
import RecadoHTTP
import RecadoWire

extension HTTP2Session {
    /// Submits a request; returns `false` if no stream is available.
    func submit(_ stream: HTTP2Stream) -> Bool {
        let request = stream.transfer.request
        block.removeAll()
        block.append(":method", request.method.name)
        block.append(":scheme", request.isSecure ? "https" : "http")
        block.append(":authority", String(request.host))
        block.append(":path", request.target)
        let fields = request.fields
        for entry in fields.entries where PreparedRequest.isSent(fields.nameBytes(of: entry)) {
            block.append(entry, of: fields)
        }
        let payload = request.payload
        if !payload.isNone, let length = payload.length {
            block.append("content-length", decimal: length)
        }
        let id = unsafe codec.submitRequest(
            block,
            content: payload.length == 0 ? nil : Self.readContent
        )
        guard let id else { return false }
        stream.bytesSent += block.byteCount
        stream.id = id
        streams[id] = stream
        return true
    }

    /// The callback that fills a frame with content of a request.
    private static let readContent: nghttp2_data_source_read_callback = {
        _,
        id,
        room,
        count,
        flags,
        _,
        context in
        guard let session = unsafe HTTP2Session.of(context), let flags = unsafe flags,
            let stream = session.stream(id)
        else { return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue) }
        let room = unsafe UnsafeMutableRawBufferPointer(start: room, count: count)
        guard let sent = unsafe stream.send(into: room) else {
            return Int(NGHTTP2_ERR_DEFERRED.rawValue)
        }
        if sent.isEnd { unsafe flags.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue }
        return sent.count
    }
}
