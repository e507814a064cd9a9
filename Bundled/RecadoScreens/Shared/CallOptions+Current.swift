// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP

extension CallOptions {
    /// The same options for a list that is read again after a change, which caches and standbys of
    /// the database may not contain yet.
    var current: CallOptions {
        var options = self
        options.fields[.cacheControl] = "no-cache"
        return options
    }
}
