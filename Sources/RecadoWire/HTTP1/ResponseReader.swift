// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

/// A reader of the responses of a connection, for a client.
///
/// 1. ``MessageReader/begin(answering:switchesProtocol:keepsTrailers:)``
///    says which request is answered.
/// 2. Informational heads may come, and then the head of the response. Where its
///    framing is `none`, it is complete.
/// 3. Content comes as it is framed. It can be read past the reader, which is told by `passed`, as
///    far as ``MessageState/plainContent`` says.
package typealias ResponseReader = MessageReader<ResponseRole>

/// A part of a response that a reader has found.
package enum ResponseEvent: Sendable {
    /// Nothing more can be said before more bytes come.
    case needsMore
    /// A response before the response has come (RFC 9110 §15.2).
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
    /// - Parameter limits: The most that is taken.
    package init(limits: MessageLimits) {
        self.init(ResponseRole(limits: limits))
    }

    /// Waits for the response to a request.
    ///
    /// - Parameters:
    ///   - method: The request's method: an answer to HEAD has no content.
    ///   - switchesProtocol: Whether it has asked for another protocol (RFC 9110 §7.8).
    ///   - keepsTrailers: Whether the trailer section is wanted.
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

    /// Goes on reading.
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
                // Its fields count with those of the next head, which is still to come.
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

    /// Takes note of the end of the connection.
    ///
    /// - Returns: Whether the response is complete by that; otherwise something is missing.
    package mutating func endOfConnection() -> Bool {
        if case .untilEnd = state { state = .complete }
        return state.isComplete
    }
}
