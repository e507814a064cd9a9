// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoDocumentation
import RecadoEndpoints
import RecadoServer

extension Application {
    /// Returns an application of one service, with its pages.
    static func documented(
        _ service: Service = Shop.service(),
        samples: [String: String] = [:],
        _ change: (inout Documentation) -> Void = { _ in }
    ) throws -> Application {
        var documentation = Documentation(of: [service], samples: samples)
        change(&documentation)
        return try Application([service], pages: documentation.pages)
    }
}
