// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoTLS

/// Reads OpenSSL's last error on this thread.
package enum LibraryErrors {
    /// The reason code of the last error.
    package static var lastReason: Int32 {
        ERR_GET_REASON(ERR_peek_last_error())
    }

    /// The reason of the last error, as text.
    package static var lastWord: String {
        guard let word = unsafe ERR_reason_error_string(ERR_peek_last_error()) else {
            return "for no reason that it gives"
        }
        return unsafe String(cString: word)
    }

    /// True if OpenSSL has reported no error on this thread.
    static var isEmpty: Bool { ERR_peek_last_error() == 0 }
}
