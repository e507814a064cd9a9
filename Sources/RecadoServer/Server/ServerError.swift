// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The errors that keep a server from starting.
@nonexhaustive
public enum ServerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Another program, or another server in this program, listens on the address.
    case addressInUse(SocketAddress)
    /// No interface of this machine has the address.
    case addressNotAvailable(SocketAddress)
    /// The user may not listen on the address; ports below 1024 often need privileges.
    case permissionDenied(SocketAddress)
    /// The address is not valid: its host is not a numeric address, or its path is too long.
    case invalidAddress(SocketAddress)
    /// There is no address to listen on.
    case noAddress
    /// The server was already started; a server runs only once.
    case alreadyStarted
    /// A certificate, a key or an authority cannot be used.
    case tls(TLSError)
    /// There are no certificates to reload, because the server was started without TLS.
    case noTLS
    /// An inherited descriptor is not a listening stream socket.
    case notListening(descriptor: Int32)
    /// The system refused an operation that a server needs.
    case system(operation: String, code: Int32)

    /// The error in one line.
    public var description: String {
        switch self {
        case .addressInUse(let address): "address \(address) is already in use"
        case .addressNotAvailable(let address): "address \(address) is not one of this machine"
        case .permissionDenied(let address): "permission to listen on \(address) is denied"
        case .invalidAddress(let address):
            "\(address) is no address to listen on: a numeric host and a port, or a short path"
        case .noAddress: "the server has no address to listen on"
        case .alreadyStarted: "the server was started before"
        case .tls(let error): "\(error)"
        case .noTLS: "the server was started without TLS"
        case .notListening(let descriptor):
            "descriptor \(descriptor) was given to listen on, but is no stream socket that listens"
        case .system(let operation, let code): "\(operation) failed with system error \(code)"
        }
    }
}
