// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP

extension CallOptions {
    /// The same options for a list that is read anew when something changes: what lies in a cache
    /// and what a standby of the database has may not have the change yet.
    var current: CallOptions {
        var options = self
        options.fields[.cacheControl] = "no-cache"
        return options
    }
}
