// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension FieldName {
    /// `Server-Timing` (W3C Server Timing).
    static let serverTiming: FieldName = "Server-Timing"
}
