// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoHTTP
public import RecadoTransport

/// A request that reached a stub, with its content already read.
public struct StubbedRequest: Sendable {
    /// The request, with its content in memory, so that it can be read again.
    public let request: Request
    /// The time limits of the caller.
    public let timeouts: Timeouts
    /// The decoded values of the pattern's parameters, by name.
    public internal(set) var parameters: [String: String] = [:]

    init(_ request: Request, timeouts: Timeouts) {
        self.request = request
        self.timeouts = timeouts
    }

    /// The content.
    public var bytes: [UInt8] { request.content.bytes ?? [] }

    /// The content as text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The decoded query; it has no items if the request has no query.
    public var query: QueryItems {
        (try? QueryItems(parsing: request.query ?? "")) ?? QueryItems()
    }

    /// Reads the content as JSON.
    ///
    /// - Parameter type: The type of the value.
    /// - Returns: The value.
    /// - Throws: `TransportError` that describes why the content cannot be decoded.
    public func json<T: Decodable>(_ type: T.Type = T.self) throws(TransportError) -> T {
        do {
            return try JSON().decode(type, from: bytes)
        } catch {
            throw TransportError(.failed, "the stub cannot read the request: \(error)")
        }
    }
}
