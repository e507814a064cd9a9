// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension Accept {
    /// The media ranges, adapted to endpoints that return data.
    ///
    /// A browser that opens an address accepts `application/xml` in addition to
    /// `application/xhtml+xml`, because pages may have either type, and `*/*` with the lowest
    /// preference. Taken literally, such an Accept field prefers XML data to the server's preferred
    /// format, although the user has not asked for XML. So `application/xml` is removed, and `*/*`
    /// determines the format.
    var ofData: Accept {
        guard ranges.contains(where: { $0.type == "application" && $0.subtype == "xhtml+xml" }),
            ranges.contains(where: { $0.type == "*" && $0.quality > .none })
        else { return self }
        return Accept(ranges.filter { !($0.type == "application" && $0.subtype == "xml") })
    }
}
