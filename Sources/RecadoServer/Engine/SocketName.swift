// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// An address in the form that the system's calls take and give.
struct SocketName {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

    init() {}

    /// Creates the name of an address, or `nil` when its host or path is not valid.
    init?(_ address: SocketAddress) {
        switch address.endpoint {
        case .local(let path):
            self.init(path: path)
        case .internet(let host, let port):
            guard let host = InternetAddress(host) else { return nil }
            self.init(host, port: port)
        }
    }

    private init(_ host: InternetAddress, port: UInt16) {
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

    private init?(path: String) {
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

    /// Creates the name of a service manager's socket; `@` stands for the abstract namespace's zero.
    init?(notifying text: String) {
        let isAbstract = text.hasPrefix("@")
        self.init(path: text)
        guard isAbstract else { return }
        var name = name(as: sockaddr_un.self)
        unsafe withUnsafeMutableBytes(of: &name.sun_path) { unsafe $0[0] = 0 }
        store(name)
        // An abstract name is as long as it is said to be, and has no end of its own.
        length = socklen_t(MemoryLayout<sa_family_t>.size + text.utf8.count)
    }

    private mutating func store<Name>(_ name: Name) {
        length = socklen_t(MemoryLayout<Name>.size)
        unsafe withUnsafeMutableBytes(of: &storage) { storage in
            unsafe withUnsafeBytes(of: name) { unsafe storage.copyMemory(from: $0) }
        }
    }

    /// The family, such as `AF_INET`.
    var family: Int32 { Int32(storage.ss_family) }

    /// The numeric address, unless the name is a local one.
    var internetAddress: InternetAddress? {
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

    /// The path of a local socket that has one.
    var path: String? {
        guard family == AF_UNIX else { return nil }
        let bytes = unsafe withUnsafeBytes(of: name(as: sockaddr_un.self).sun_path) {
            unsafe Array($0.prefix { $0 != 0 })
        }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// The port, unless the name is a local one.
    var port: UInt16? {
        switch family {
        case AF_INET: UInt16(bigEndian: name(as: sockaddr_in.self).sin_port)
        case AF_INET6: UInt16(bigEndian: name(as: sockaddr_in6.self).sin6_port)
        default: nil
        }
    }

    private func name<Name>(as type: Name.Type) -> Name {
        unsafe withUnsafeBytes(of: storage) { unsafe $0.load(as: type) }
    }

    /// Calls a function with the name as the system's calls want it.
    func withPointer<Result>(
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        unsafe withUnsafePointer(to: storage) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, length) }
        }
    }

    /// Calls a function that writes a name.
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
