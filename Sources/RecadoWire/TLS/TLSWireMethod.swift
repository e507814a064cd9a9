// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoTLS

/// The I/O method with which sessions read and write their sockets, created once for the process.
///
/// OpenSSL has few numbers for such methods, and never releases a number.
@safe
// Safe because the value is complete before it is shared, and never changes afterwards.
struct TLSWireMethod: @unchecked Sendable {
    let pointer: OpaquePointer

    /// The method that all sessions use; `nil` if there was no memory for it.
    static let shared: TLSWireMethod? = {
        guard let pointer = unsafe recado_tls_wire_method() else { return nil }
        return unsafe TLSWireMethod(pointer: pointer)
    }()
}
