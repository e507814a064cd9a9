// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoTLS

/// What all sessions that begin at one time share: certificates, keys and rules.
///
/// It is made whole and never changed; other certificates are another context.
// What it points to is changed by nobody but the library, which locks it.
@safe
final class TLSContext: @unchecked Sendable {
    /// The context that every session begins with.
    let initial: OpaquePointer
    /// How sessions read and write their sockets.
    let wireMethod: OpaquePointer

    init?() {
        guard let method = unsafe recado_tls_wire_method() else { return nil }
        guard let context = unsafe SSL_CTX_new(TLS_server_method()) else {
            unsafe BIO_meth_free(method)
            return nil
        }
        unsafe initial = context
        unsafe wireMethod = method
    }

    deinit {
        unsafe SSL_CTX_free(initial)
        unsafe BIO_meth_free(wireMethod)
    }
}
