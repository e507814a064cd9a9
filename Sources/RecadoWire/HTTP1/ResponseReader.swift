// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

/// A reader of the responses of a connection, for a client.
///
/// 1. ``MessageReader/begin(answering:switchesProtocol:keepsTrailers:)`` gives the request that is
///    answered.
/// 2. Informational heads may come, and then the head of the response. If its framing is `none`,
///    the response is complete.
/// 3. Content comes according to its framing. Up to ``MessageState/plainContent`` bytes can be read
///    without the reader, if it is then told their number by `passed`.
package typealias ResponseReader = MessageReader<ResponseRole>

/// A part of a response that a reader has found.
package enum ResponseEvent: Sendable {
    /// More bytes are needed for the next part.
    case needsMore
    /// An informational response has come, before the final one (RFC 9110 §15.2).
    case informational(Status, Fields)
    /// The response has begun; it may be a change of protocols, after which no byte is HTTP.
    case head(ResponseHead)
    /// The content has ended, with its trailer section, if that is kept.
    case end(trailers: Fields)
    /// A rule or a limit is broken, and nothing is read any more.
    case failed(MessageError)
}

extension MessageReader where Role == ResponseRole {
    /// Creates a reader that waits for the first request to be begun.
    ///
    /// - Parameter limits: The limits of each part.
    package init(limits: MessageLimits) {
        self.init(ResponseRole(limits: limits))
    }

    /// Waits for the response to a request.
    ///
    /// - Parameters:
    ///   - method: The request's method: an answer to HEAD has no content.
    ///   - switchesProtocol: True if the request has asked for another protocol (RFC 9110 §7.8).
    ///   - keepsTrailers: True if the trailer section is wanted.
    package mutating func begin(
        answering method: Method,
        switchesProtocol: Bool = false,
        keepsTrailers: Bool = false
    ) {
        var role = ResponseRole(limits: head.role.limits)
        (role.method, role.switchesProtocol) = (method, switchesProtocol)
        head = HeadReader(role)
        decoder = ChunkedDecoder()
        decoder.keepsTrailers = keepsTrailers
        state = .head
    }

    /// Continues to read.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that have arrived and were not used yet.
    ///   - content: The bytes that decoded content is appended to.
    ///   - used: Set to the number of bytes that need not be given again.
    /// - Returns: The part that was found. There may be more in the rest of the bytes.
    package mutating func receive(
        _ bytes: Span<UInt8>,
        into content: inout [UInt8],
        used: inout Int
    ) -> ResponseEvent {
        do throws(MessageError) {
            switch try receive(bytes, head.role.limits, &content, &used) {
            case .needsMore: return .needsMore
            case .head(var found):
                head.takeFields(into: &found.fields)
                guard found.status.class == .informational, found.status.code != 101 else {
                    return .head(found)
                }
                // Its fields count together with those of the next head, which is still to come.
                state = .head
                head.charge(head.role.headBytes)
                return .informational(found.status, found.fields)
            case .end:
                return .end(trailers: decoder.takeTrailers())
            }
        } catch {
            return .failed(error)
        }
    }

    /// Handles the end of the connection.
    ///
    /// - Returns: True if the response is complete with that; otherwise a part of it is missing.
    package mutating func endOfConnection() -> Bool {
        if case .untilEnd = state { state = .complete }
        return state.isComplete
    }
}
