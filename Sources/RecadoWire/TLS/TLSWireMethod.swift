// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoTLS

/// The way in which sessions read and write their sockets, made once for the process.
///
/// The library has few numbers for such methods, and never releases one.
@safe
// It is complete before it is shared, and nothing changes it afterwards.
struct TLSWireMethod: @unchecked Sendable {
    let pointer: OpaquePointer

    /// The method that all sessions use; `nil` if there was no memory for it.
    static let shared: TLSWireMethod? = {
        guard let pointer = unsafe recado_tls_wire_method() else { return nil }
        return unsafe TLSWireMethod(pointer: pointer)
    }()
}
