// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A connection that carries bytes both ways, such as one over TCP or TLS.
///
/// Every connection keeps these promises:
/// - Bytes arrive no faster than they are read: a reader that rests makes the other side rest, too.
/// - What is written is sent in its order, each array whole behind the one before.
/// - Cancelling a task that waits ends the waiting, and nothing else.
/// - Releasing the connection closes it.
public protocol ByteConnection: Sendable {
    /// Waits for the next bytes; `nil` at the end of what the other side sends.
    ///
    /// - Returns: At least one byte, or the end.
    /// - Throws: The error of the connection, or one of the kind ``TransportError/Kind/cancelled``.
    func read() async throws(TransportError) -> [UInt8]?

    /// Takes bytes to send, without waiting; nothing happens on a connection that is closed.
    ///
    /// - Parameter bytes: The bytes to send.
    func write(_ bytes: [UInt8])

    /// The number of bytes to send that are still held here.
    var backlog: Int { get }

    /// Waits until there is room for more bytes to send, about 64 KiB.
    ///
    /// - Throws: The error of the connection, or one of the kind ``TransportError/Kind/cancelled``.
    func drain() async throws(TransportError)

    /// Ends the connection both ways, after one attempt to send what is still held.
    func close()
}

/// A transport that also opens connections for other things than requests.
public protocol ByteConnecting: Transport {
    /// Opens a connection to the host of a request, with TLS for the scheme `https`.
    ///
    /// - Parameters:
    ///   - request: The scheme and the authority say where to; nothing else of it matters.
    ///   - timeouts: The time limits; the time to connect counts, and the total.
    /// - Returns: The connection.
    /// - Throws: The error that kept it from being opened.
    func connect(
        for request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> any ByteConnection
}
