// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoTLS

/// An OpenSSL private key, freed when it is released.
@safe
package final class PrivateKey {
    /// OpenSSL's `EVP_PKEY`.
    package let pointer: OpaquePointer

    /// Takes over a key, which nothing else may free.
    package init(owning pointer: OpaquePointer) { unsafe self.pointer = pointer }

    deinit { unsafe EVP_PKEY_free(pointer) }
}
