// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoWire

extension TrustedProxies {
    /// An IP address, or the network of all addresses with a common prefix: `192.0.2.7`,
    /// `10.0.0.0/8`, `2001:db8::/32`.
    public struct Network: Sendable, Hashable, LosslessStringConvertible {
        private let address: InternetAddress
        private let length: Int

        /// Creates a network from its text.
        ///
        /// - Parameter text: An IPv4 or IPv6 address, optionally followed by a slash and the prefix
        ///   length in bits; `nil` is returned for anything else, and if bits after the prefix are
        ///   set.
        public init?(_ text: String) {
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            guard (1...2).contains(parts.count), let address = InternetAddress(String(parts[0]))
            else { return nil }
            var length = address.bytes.count * 8
            if parts.count == 2 {
                guard parts[1].utf8.count <= 3, parts[1].utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
                    let number = Int(parts[1]), number <= length
                else { return nil }
                length = number
            }
            for index in address.bytes.indices
            where address.bytes[index] & ~Self.mask(index, length) != 0 { return nil }
            self.address = address
            self.length = length
        }

        /// The text from which the network can be created.
        public var description: String {
            length == address.bytes.count * 8 ? address.text : "\(address.text)/\(length)"
        }

        func contains(_ other: InternetAddress) -> Bool {
            guard other.family == address.family else { return false }
            return address.bytes.indices.allSatisfy { index in
                other.bytes[index] & Self.mask(index, length) == address.bytes[index]
            }
        }

        /// Returns the mask of the prefix bits in a byte of an address.
        private static func mask(_ index: Int, _ length: Int) -> UInt8 {
            let bits = min(max(length - index * 8, 0), 8)
            return bits == 0 ? 0 : UInt8.max << UInt8(8 - bits)
        }
    }
}
