// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoWire

extension InternetAddress {
    /// A number for the address range that counts as one client: an IPv4 address, or the /64
    /// network of an IPv6 address.
    var origin: UInt64 {
        bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
