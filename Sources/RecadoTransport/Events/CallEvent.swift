// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// An event of a call in progress.
///
/// The description is one line that is safe to log: it shows no more of the request than a
/// `CallError` does.
public struct CallEvent: Sendable {
    /// The number of the call within the process, from 1.
    public let call: UInt64
    /// The number of the request within the call, from 1; each redirect and each retry is a further
    /// request.
    public let transfer: Int
    /// The time since the call began.
    public let time: Duration
    /// The kind of the event.
    public let kind: Kind

    /// The kinds of events in a call.
    ///
    /// Each request begins with ``began(_:uri:)`` and ends with ``done(_:)`` or ``failed(_:)``. The
    /// events in between depend on the transport: a transport without a network reports only the
    /// response.
    @nonexhaustive
    public enum Kind: Sendable {
        /// A request was passed to the transport; the URI is without secrets.
        case began(Method, uri: String)
        /// The name of a host is being resolved to addresses.
        case resolving(host: String)
        /// A connection to an address is being opened; several may be opened at the same time.
        case connecting(address: String)
        /// A connection is available; a reused connection has no events for its opening.
        case connected(address: String, isReused: Bool)
        /// TLS was established; the values are its version and the protocol negotiated with ALPN,
        /// if they are known.
        case secured(version: String?, protocol: String?)
        /// The certificates that the host presented for a new connection, from
        /// its own to the last authority.
        case certificates([ServerCertificate])
        /// The proxy through which the request goes, without its credentials.
        case proxied(String)
        /// The request is being sent.
        case sending
        /// An informational answer (1xx) arrived, such as the links of 103 Early Hints (RFC 8297).
        case informational(Response)
        /// The header section of the final answer arrived.
        case answered(Status)
        /// Content arrived; the number counts all bytes so far, before decompression.
        case content(bytes: Int)
        /// The last byte of the answer arrived.
        case done(PhaseTimings)
        /// The transfer failed, or was abandoned by its reader.
        case failed(TransportError.Kind)
    }
}

extension CallEvent: CustomStringConvertible {
    /// The call, the time and the kind of the event, in one line without secrets.
    public var description: String { "call \(call).\(transfer) +\(time.brief): \(kind)" }
}

extension CallEvent.Kind: CustomStringConvertible {
    /// A description of the event, in one line without secrets.
    public var description: String {
        switch self {
        case .began(let method, let uri): "\(method) \(uri)"
        case .resolving(let host): "resolving \(host)"
        case .connecting(let address): "connecting to \(address)"
        case .connected(let address, let isReused):
            "connected to \(address)" + (isReused ? ", again" : "")
        case .secured(let version, let name):
            "secured with \(version ?? "TLS")" + (name.map { ", \($0)" } ?? "")
        case .certificates(let chain): "presented \(chain.first?.subject ?? "no certificate")"
        case .proxied(let proxy): "through the proxy \(proxy)"
        case .sending: "sending"
        case .informational(let response): "informational answer \(response.status)"
        case .answered(let status): "answered \(status)"
        case .content(let bytes): "\(bytes) bytes of content"
        case .done(let timings): "done in \(timings)"
        case .failed(let kind): "failed: \(kind)"
        }
    }
}
