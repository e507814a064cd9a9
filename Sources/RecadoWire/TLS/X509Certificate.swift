// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoTLS

/// An OpenSSL certificate, freed when it is released.
@safe
package final class X509Certificate {
    /// OpenSSL's `X509`.
    package let pointer: OpaquePointer

    /// Takes over a certificate, which nothing else may free.
    package init(owning pointer: OpaquePointer) { unsafe self.pointer = pointer }

    deinit { unsafe X509_free(pointer) }
}
