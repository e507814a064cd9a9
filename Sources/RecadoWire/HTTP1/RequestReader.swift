// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

/// A reader of the requests of a connection, for a server.
package typealias RequestReader = MessageReader<RequestRole>

/// A part of a request that a reader has found.
package enum RequestEvent: ~Copyable {
    /// More bytes are needed for the next part.
    case needsMore
    /// A request has begun; its content follows, unless its framing is `none`.
    case head(RequestHead)
    /// The content has ended; the next byte begins another head.
    case end
    /// The request breaks a rule or a limit, and nothing more is read.
    case failed(MessageError)
}

extension MessageReader where Role == RequestRole {
    /// Creates a reader that waits for a request.
    package init() {
        self.init(RequestRole())
    }

    /// Continues reading.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that have arrived and are not used yet.
    ///   - limits: The limits of each part.
    ///   - content: The bytes that decoded content is appended to.
    ///   - used: Set to the number of bytes that must not be passed again.
    /// - Returns: The part that was found. The rest of the bytes may contain more parts.
    package mutating func receive(
        _ bytes: Span<UInt8>,
        limits: MessageLimits,
        into content: inout [UInt8],
        used: inout Int
    ) -> RequestEvent {
        do throws(MessageError) {
            switch try receive(bytes, limits, &content, &used) {
            case .needsMore: return .needsMore
            case .head(let head): return .head(head)
            case .end: return .end
            }
        } catch {
            return .failed(error)
        }
    }

    /// Creates a request from the head that was read last.
    ///
    /// Call this before more bytes are read.
    ///
    /// The request's target is the path and query, or `*`. The authority is empty if an HTTP/1.0
    /// client has sent none.
    ///
    /// - Parameter request: Receives the head; the request's content and peer remain unchanged.
    package mutating func takeRequest(into request: inout Request) {
        request.method = head.role.method
        request.version = head.role.isVersion10 ? .http10 : .http11
        swap(&request.authority, &head.role.authority)
        swap(&request.target, &head.role.target)
        head.takeFields(into: &request.fields)
        head.role = RequestRole()
    }
}
