// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoTLS

/// A private key of OpenSSL, freed when it is released.
@safe
package final class PrivateKey {
    /// The library's `EVP_PKEY`.
    package let pointer: OpaquePointer

    /// Takes over a key.
    package init(owning pointer: OpaquePointer) { unsafe self.pointer = pointer }

    deinit { unsafe EVP_PKEY_free(pointer) }
}
