// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoTLS

/// The way in which sessions read and write their sockets, made once for the process.
///
/// The library has few numbers for such ways, and none is ever given back.
@safe
// It is made whole before it is shared, and nothing changes it afterwards.
struct TLSWireMethod: @unchecked Sendable {
    let pointer: OpaquePointer

    /// The one that all sessions use; `nil` where there was no memory for it.
    static let shared: TLSWireMethod? = {
        guard let pointer = unsafe recado_tls_wire_method() else { return nil }
        return unsafe TLSWireMethod(pointer: pointer)
    }()
}
