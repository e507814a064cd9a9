// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoWire

extension HTTP2Library {
    /// Creates the state that the sessions of a loop share, or returns `nil` when memory is short.
    convenience init?(_ settings: HTTP2Settings) {
        self.init()
        liftLimits(continuations: settings.continuations + 1)
        HTTP2Session.setReceivers(of: self)
        HTTP2Session.setSenders(of: self)
    }
}
