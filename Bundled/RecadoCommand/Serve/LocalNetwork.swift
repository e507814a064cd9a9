// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Finds this machine's addresses on local networks.
enum LocalNetwork {
    /// The IPv4 address at which other devices on the network can reach this machine; `nil` if
    /// there is none.
    ///
    /// If there are several, it is the first private address (RFC 1918), which homes and schools
    /// use.
    static var address: String? {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&list) == 0 else { return nil }
        defer { unsafe freeifaddrs(list) }
        var found: [String] = []
        var next = unsafe list
        while let entry = unsafe next {
            if let text = unsafe text(of: entry) { found.append(text) }
            unsafe next = entry.pointee.ifa_next
        }
        return found.first(where: isPrivate) ?? found.first
    }

    private static func text(of entry: UnsafeMutablePointer<ifaddrs>) -> String? {
        let flags = unsafe Int32(bitPattern: UInt32(entry.pointee.ifa_flags))
        guard flags & Int32(IFF_UP) != 0, flags & Int32(IFF_LOOPBACK) == 0,
            let address = unsafe entry.pointee.ifa_addr,
            unsafe Int32(address.pointee.sa_family) == AF_INET
        else { return nil }
        let number = unsafe UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self)
        let bits = UInt32(bigEndian: number.sin_addr.s_addr)
        return [24, 16, 8, 0].map { "\(bits >> $0 & 255)" }.joined(separator: ".")
    }

    /// True if an IPv4 address is private.
    static func isPrivate(_ address: String) -> Bool {
        let parts = address.split(separator: ".").compactMap { UInt8($0) }
        guard parts.count == 4 else { return false }
        switch (parts[0], parts[1]) {
        case (10, _), (192, 168), (172, 16...31): return true
        default: return false
        }
    }
}
