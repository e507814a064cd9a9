// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

/// The rules that differ between HTTP/1.1 requests and responses.
///
/// The reader is specialized for each role.
package protocol MessageRole: Sendable {
    /// The properties of a head that the reader returns.
    associatedtype Head: Sendable

    /// True if deviations of old servers are accepted: bare line feeds, values over several lines,
    /// control characters in values, spaces around the size of a chunk (RFC 9112 §2.2, §5.2,
    /// §7.1.1; RFC 9110 §5.5).
    ///
    /// A server does not accept them, because servers that read one request differently make
    /// smuggling possible.
    static var isLenient: Bool { get }
    /// True if the next message is read without a call of `begin`, as on a server.
    static var followsByItself: Bool { get }
    /// The error for a start line that is longer than the limit.
    static var startLineTooLong: MessageError { get }

    /// Checks the beginning of a start line that may be incomplete.
    static func checkStart(_ line: Span<UInt8>) throws(MessageError)
    /// Takes the start line; before a request line, the reader has skipped at most one empty line.
    mutating func takeStartLine(
        _ bytes: Span<UInt8>,
        _ line: Range<Int>
    ) throws(MessageError)
    /// Takes a field as soon as its line has arrived.
    mutating func takeField(
        _ bytes: Span<UInt8>,
        name: Range<Int>,
        value: Range<Int>
    ) throws(MessageError)
    /// Determines the framing, and other results, from a complete head.
    ///
    /// - Parameters:
    ///   - bytes: The head.
    ///   - entries: The positions of its fields.
    /// - Returns: The head with its framing.
    /// - Throws: An error that says what is wrong with the head as a whole.
    mutating func conclude(
        _ bytes: Span<UInt8>,
        _ entries: [Fields.Entry]
    ) throws(MessageError) -> (head: Head, framing: MessageFraming)
}
