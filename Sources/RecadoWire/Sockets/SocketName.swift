// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import Glibc

/// A socket address in the form that system calls use.
package struct SocketName: Sendable {
    private var storage = sockaddr_storage()
    private var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

    init() {}

    /// Creates the address to which a socket is bound.
    package init(boundBy descriptor: Int32) {
        self.init()
        _ = unsafe withMutablePointer { unsafe getsockname(descriptor, $0, $1) }
    }

    /// Copies an address from the system; returns `nil` if it is longer than any valid address.
    package init?(copying name: UnsafePointer<sockaddr>, length: socklen_t) {
        let count = Int(length)
        guard count <= MemoryLayout<sockaddr_storage>.size else { return nil }
        unsafe withUnsafeMutableBytes(of: &storage) { storage in
            unsafe storage.copyMemory(from: UnsafeRawBufferPointer(start: name, count: count))
        }
        self.length = length
    }

    /// Creates an address from a numeric host and a port.
    package init(_ host: InternetAddress, port: UInt16) {
        switch host.family {
        case .version4:
            var name = sockaddr_in()
            name.sin_family = sa_family_t(AF_INET)
            name.sin_port = port.bigEndian
            unsafe withUnsafeMutableBytes(of: &name.sin_addr) {
                unsafe $0.copyBytes(from: host.bytes)
            }
            store(name)
        case .version6:
            var name = sockaddr_in6()
            name.sin6_family = sa_family_t(AF_INET6)
            name.sin6_port = port.bigEndian
            unsafe withUnsafeMutableBytes(of: &name.sin6_addr) {
                unsafe $0.copyBytes(from: host.bytes)
            }
            store(name)
        }
    }

    /// Creates the address of a local socket from a path; `nil` if the path is empty or too long.
    package init?(path: String) {
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        // The path ends with a zero byte.
        guard !bytes.isEmpty, bytes.count < MemoryLayout.size(ofValue: name.sun_path) else {
            return nil
        }
        unsafe withUnsafeMutableBytes(of: &name.sun_path) { unsafe $0.copyBytes(from: bytes) }
        store(name)
    }

    /// Creates an address in the abstract namespace of local sockets; `nil` if the text is empty or
    /// too long.
    package init?(abstract text: String) {
        // A zero byte precedes the text, where a path would begin.
        guard !text.isEmpty, !text.utf8.contains(0) else { return nil }
        self.init(path: "@" + text)
        var name = name(as: sockaddr_un.self)
        unsafe withUnsafeMutableBytes(of: &name.sun_path) { unsafe $0[0] = 0 }
        store(name)
        // Only the length marks the end of the text; no zero byte follows.
        length = socklen_t(MemoryLayout<sa_family_t>.size + 1 + text.utf8.count)
    }

    private mutating func store<Name>(_ name: Name) {
        length = socklen_t(MemoryLayout<Name>.size)
        unsafe withUnsafeMutableBytes(of: &storage) { storage in
            unsafe withUnsafeBytes(of: name) { unsafe storage.copyMemory(from: $0) }
        }
    }

    /// The address family, such as `AF_INET`.
    package var family: Int32 { Int32(storage.ss_family) }

    /// The numeric address; `nil` for a local socket.
    package var internetAddress: InternetAddress? {
        switch family {
        case AF_INET:
            let address = name(as: sockaddr_in.self).sin_addr
            return InternetAddress(
                family: .version4,
                bytes: unsafe withUnsafeBytes(of: address) { unsafe Array($0) }
            )
        case AF_INET6:
            let address = name(as: sockaddr_in6.self).sin6_addr
            return InternetAddress(
                family: .version6,
                bytes: unsafe withUnsafeBytes(of: address) { unsafe Array($0) }
            )
        default:
            return nil
        }
    }

    /// The path of a local socket; `nil` if there is none.
    package var path: String? {
        guard family == AF_UNIX else { return nil }
        let bytes = unsafe withUnsafeBytes(of: name(as: sockaddr_un.self).sun_path) {
            unsafe Array($0.prefix { $0 != 0 })
        }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// The port; `nil` for a local socket.
    package var port: UInt16? {
        switch family {
        case AF_INET: UInt16(bigEndian: name(as: sockaddr_in.self).sin_port)
        case AF_INET6: UInt16(bigEndian: name(as: sockaddr_in6.self).sin6_port)
        default: nil
        }
    }

    private func name<Name>(as type: Name.Type) -> Name {
        unsafe withUnsafeBytes(of: storage) { unsafe $0.load(as: type) }
    }

    /// Calls a function with the address in the form that system calls expect.
    package func withPointer<Result>(
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        unsafe withUnsafePointer(to: storage) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, length) }
        }
    }

    /// Calls a function that writes the address.
    mutating func withMutablePointer<Result>(
        _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Result
    ) -> Result {
        length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return unsafe withUnsafeMutablePointer(to: &storage) { storage in
            unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, &length)
            }
        }
    }
}
