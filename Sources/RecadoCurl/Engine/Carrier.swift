// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient

/// What carries a transfer: a handle of libcurl, or a connection over which the loop itself speaks HTTP.
protocol Carrier: AnyObject {
    /// The handle that knows the connection, and what is wrong with it.
    var handle: EasyHandle { get }
    /// Whether there is a connection.
    var isConnected: Bool { get }
    /// Whether the connection has served another transfer before.
    var isReused: Bool { get }
    /// Goes on with what is no longer held back.
    func resume(_ transfer: ActiveTransfer)
    /// Takes note of what a reader has received by itself.
    func takeBack(_ loan: SocketLoan)
    /// Where the time went since the carrier was looked for, apart from the time in the queue.
    func timings(of transfer: ActiveTransfer) -> PhaseTimings
    /// Lets a transfer go that has ended.
    func release(_ transfer: ActiveTransfer)
}

extension Carrier {
    /// Nothing but HTTP/1.1 in the clear lends its socket.
    func takeBack(_ loan: SocketLoan) {}
}
