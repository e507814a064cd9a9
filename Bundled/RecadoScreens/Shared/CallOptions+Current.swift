// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP

extension CallOptions {
    /// The same options, but with `no-cache`, to read a list again after a change; caches and
    /// standby databases may still have the list without the change.
    var current: CallOptions {
        var options = self
        options.fields[.cacheControl] = "no-cache"
        return options
    }
}
