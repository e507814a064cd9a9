// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A connection that carries bytes in both directions, such as one over TCP or TLS.
///
/// Every connection guarantees the following:
/// - Bytes arrive no faster than they are read: if the reader pauses, the peer has to pause, too.
/// - Bytes are sent in the order in which they were written; the bytes of two writes never
///   interleave.
/// - Cancelling a waiting task ends its wait, but not the connection.
/// - Releasing the connection closes it.
public protocol ByteConnection: Sendable {
    /// Waits for the next bytes; returns `nil` after the peer's last bytes.
    ///
    /// - Returns: At least one byte, or the end.
    /// - Throws: The error of the connection, or an error of the kind
    ///   ``TransportError/Kind/cancelled``.
    func read() async throws(TransportError) -> [UInt8]?

    /// Accepts bytes to send, without waiting; does nothing if the connection is closed.
    ///
    /// - Parameter bytes: The bytes to send.
    func write(_ bytes: [UInt8])

    /// The number of bytes that are still waiting to be sent.
    var backlog: Int { get }

    /// Waits until fewer than about 64 KiB are waiting to be sent, so that there is room for more.
    ///
    /// - Throws: The error of the connection, or an error of the kind
    ///   ``TransportError/Kind/cancelled``.
    func drain() async throws(TransportError)

    /// Ends the connection in both directions, after one attempt to send the waiting bytes.
    func close()
}

/// A transport that also opens connections for purposes other than requests.
public protocol ByteConnecting: Transport {
    /// Opens a connection to the host of a request, with TLS for the scheme `https`.
    ///
    /// - Parameters:
    ///   - request: A request whose scheme and authority name the host; its other parts are
    ///     ignored.
    ///   - timeouts: The time limits, of which only `connect` and `total` apply.
    /// - Returns: The connection.
    /// - Throws: The error that prevented the connection from being opened.
    func connect(
        for request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> any ByteConnection
}
