// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A numeric IPv4 or IPv6 address.
package struct InternetAddress: Sendable, Hashable {
    /// The two versions of the Internet Protocol.
    package enum Family: Sendable, Hashable {
        /// IPv4, with four bytes.
        case version4
        /// IPv6, with sixteen bytes.
        case version6
    }

    /// The version of the Internet Protocol.
    package let family: Family
    /// The four or sixteen bytes, in network byte order.
    package let bytes: [UInt8]

    /// Creates an address from bytes in network byte order; an IPv4-mapped IPv6 address becomes an
    /// IPv4 address.
    package init(family: Family, bytes: [UInt8]) {
        let isMapped =
            bytes.count == 16 && bytes[..<10].allSatisfy { $0 == 0 }
            && bytes[10] == 0xFF && bytes[11] == 0xFF
        self.family = isMapped ? .version4 : family
        self.bytes = isMapped ? Array(bytes[12...]) : bytes
    }

    /// Creates an address from its text, or `nil` for any other text.
    package init?(_ text: String) {
        let family: Family = text.utf8.contains(UInt8(ascii: ":")) ? .version6 : .version4
        var bytes = [UInt8](repeating: 0, count: family == .version6 ? 16 : 4)
        let code = family == .version6 ? AF_INET6 : AF_INET
        let result = unsafe bytes.withUnsafeMutableBytes {
            unsafe inet_pton(code, text, $0.baseAddress)
        }
        guard result == 1 else { return nil }
        // An IPv4-mapped address remains IPv6 here, because a listener on it needs an IPv6 socket.
        self.family = family
        self.bytes = bytes
    }

    /// True if only this machine can be reached at the address.
    package var isLoopback: Bool {
        switch family {
        case .version4: bytes.first == 127
        case .version6: bytes.last == 1 && bytes.dropLast().allSatisfy { $0 == 0 }
        }
    }

    /// The address as people write it, without brackets.
    package var text: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let code = family == .version6 ? AF_INET6 : AF_INET
        let isWritten = unsafe bytes.withUnsafeBytes { bytes in
            unsafe text.withUnsafeMutableBufferPointer {
                unsafe inet_ntop(code, bytes.baseAddress, $0.baseAddress, socklen_t($0.count))
                    != nil
            }
        }
        guard isWritten, let end = text.firstIndex(of: 0) else { return "" }
        return String(decoding: text[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
