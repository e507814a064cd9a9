// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

/// A reader of the responses of a connection, for a client.
///
/// 1. Call ``MessageReader/begin(answering:switchesProtocol:keepsTrailers:)`` with the method of
///    the request, before its response arrives.
/// 2. Informational heads may come, and then the head of the response. If the framing of that head
///    is `none`, the response is complete.
/// 3. Otherwise the content follows. The caller may read up to ``MessageState/plainContent`` bytes
///    of it without the reader, and must then call `passed` with their number.
package typealias ResponseReader = MessageReader<ResponseRole>

/// A part of a response that a reader has found.
package enum ResponseEvent: Sendable {
    /// More bytes are needed for the next part.
    case needsMore
    /// An informational response has arrived, before the final response (RFC 9110 §15.2).
    case informational(Status, Fields)
    /// The response has begun. It may change the protocol, after which no byte is HTTP.
    case head(ResponseHead)
    /// The content has ended, with its trailer section if the caller wants it.
    case end(trailers: Fields)
    /// The response breaks a rule or a limit, and nothing more is read.
    case failed(MessageError)
}

extension MessageReader where Role == ResponseRole {
    /// Creates a reader on which `begin` must be called for the first request.
    ///
    /// - Parameter limits: The limits of each part.
    package init(limits: MessageLimits) {
        self.init(ResponseRole(limits: limits))
    }

    /// Waits for the response to a request.
    ///
    /// - Parameters:
    ///   - method: The request's method: an answer to HEAD has no content.
    ///   - switchesProtocol: True if the request asks for another protocol (RFC 9110 §7.8).
    ///   - keepsTrailers: True if the caller wants the trailer section.
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

    /// Continues reading.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that have arrived and are not used yet.
    ///   - content: The bytes that decoded content is appended to.
    ///   - used: Set to the number of bytes that must not be passed again.
    /// - Returns: The part that was found. The rest of the bytes may contain more parts.
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
                // The fields of an informational head count towards the limit together with those
                // of the next.
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
    /// - Returns: True if the response is now complete; false if a part of it is missing.
    package mutating func endOfConnection() -> Bool {
        if case .untilEnd = state { state = .complete }
        return state.isComplete
    }
}
