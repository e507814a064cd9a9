// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

extension Response {
    /// A stream of events for a page that is open; the values are of no interest to it.
    static func events<Values: AsyncSequence & Sendable>(_ values: Values) -> Response
    where Values.Element == Int {
        Response(
            status: .ok,
            fields: [
                .contentType: "text/event-stream",
                .cacheControl: "no-store",
                .contentTypeOptions: "nosniff",
                // nginx would hold events back until there are many.
                "X-Accel-Buffering": "no",
            ],
            content: EventFeed(of: values).content(in: .json)
        )
    }
}
