// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoTLS

/// The words of OpenSSL for its last error on this thread.
package enum LibraryErrors {
    /// The reason of the last one, by number.
    package static var lastReason: Int32 {
        ERR_GET_REASON(ERR_peek_last_error())
    }

    /// The reason of the last one, in words.
    package static var lastWord: String {
        guard let word = unsafe ERR_reason_error_string(ERR_peek_last_error()) else {
            return "for no reason that it gives"
        }
        return unsafe String(cString: word)
    }

    /// Whether there is one.
    static var isEmpty: Bool { ERR_peek_last_error() == 0 }
}
