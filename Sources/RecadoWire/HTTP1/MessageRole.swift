// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

/// The side that sends messages of HTTP/1.1, with what requests and responses differ in.
///
/// The reader is specialised for either of them.
package protocol MessageRole: Sendable {
    /// The facts about a head that the reader returns.
    associatedtype Head: Sendable

    /// Whether what old servers send is put up with: bare line feeds, values over several
    /// lines, control characters in values, blanks around the size of a chunk (RFC 9112 §2.2,
    /// §5.2, §7.1.1; RFC 9110 §5.5).
    ///
    /// A server does not, for two servers that read one request
    /// differently are the means of smuggling.
    static var isLenient: Bool { get }
    /// Whether the next message may begin behind the last one by itself.
    static var followsByItself: Bool { get }
    /// The error of a start line that is longer than the limit.
    static var startLineTooLong: MessageError { get }

    /// Looks at the beginning of a start line of which more may come.
    static func checkStart(_ line: Span<UInt8>) throws(MessageError)
    /// Takes the start line; an empty one can be overlooked, before the first that is not.
    mutating func takeStartLine(
        _ bytes: Span<UInt8>,
        _ line: Range<Int>
    ) throws(MessageError)
    /// Takes a field as soon as its line has come.
    mutating func takeField(
        _ bytes: Span<UInt8>,
        name: Range<Int>,
        value: Range<Int>
    ) throws(MessageError)
    /// Draws the conclusions from a head that is whole.
    ///
    /// - Parameters:
    ///   - bytes: The head.
    ///   - entries: The places of its fields.
    /// - Returns: The head with its framing.
    /// - Throws: An error that tells what is wrong with it as a whole.
    mutating func conclude(
        _ bytes: Span<UInt8>,
        _ entries: [Fields.Entry]
    ) throws(MessageError) -> (head: Head, framing: MessageFraming)
}
