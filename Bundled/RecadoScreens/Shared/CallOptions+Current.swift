// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP

extension CallOptions {
    /// The same options, but with `no-cache`, to read a list after a change that caches and standby
    /// databases may not have yet.
    var current: CallOptions {
        var options = self
        options.fields[.cacheControl] = "no-cache"
        return options
    }
}
