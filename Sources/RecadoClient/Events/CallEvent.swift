// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// Something that happened to a call while it was under way.
///
/// Its description is one line that is safe to keep; what it says of the request is what a
/// ``CallError`` says of it.
public struct CallEvent: Sendable {
    /// Which call of the process it belongs to, from 1.
    public let call: UInt64
    /// Which request of the call it belongs to, from 1; redirects and repetitions count.
    public let transfer: Int
    /// The time since the call began.
    public let time: Duration
    /// The kind of the event.
    public let kind: Kind

    /// The kinds of events in a call.
    ///
    /// Each request begins with ``began(_:uri:)`` and ends with ``done(_:)`` or ``failed(_:)``. The
    /// events between depend on the transport: one without a network reports the response alone.
    @nonexhaustive
    public enum Kind: Sendable {
        /// A request was handed to the transport; the URI is without secrets.
        case began(Method, uri: String)
        /// The address of a host is being looked for.
        case resolving(host: String)
        /// A connection to an address is being opened; there may be several at a time.
        case connecting(address: String)
        /// There is a connection; one that is used again comes without the events before this one.
        case connected(address: String, isReused: Bool)
        /// The connection is secure: the version of TLS and the
        /// protocol agreed on, as far as known.
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
        /// Content arrived; so many bytes so far, before they are decompressed.
        case content(bytes: Int)
        /// The last byte of the answer arrived.
        case done(PhaseTimings)
        /// The transfer failed, or was abandoned by its reader.
        case failed(TransportError.Kind)
    }
}

extension CallEvent: CustomStringConvertible {
    /// The call, the time and what happened, in one line without secrets.
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
