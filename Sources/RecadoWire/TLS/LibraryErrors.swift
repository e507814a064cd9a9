// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoTLS

/// OpenSSL's reports about its last error on this thread.
package enum LibraryErrors {
    /// The reason of the last error, by number.
    package static var lastReason: Int32 {
        ERR_GET_REASON(ERR_peek_last_error())
    }

    /// The reason of the last error, in words.
    package static var lastWord: String {
        guard let word = unsafe ERR_reason_error_string(ERR_peek_last_error()) else {
            return "for no reason that it gives"
        }
        return unsafe String(cString: word)
    }

    /// True if there is no error.
    static var isEmpty: Bool { ERR_peek_last_error() == 0 }
}
