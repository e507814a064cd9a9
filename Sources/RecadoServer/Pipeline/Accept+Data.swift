// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension Accept {
    /// The ranges as they concern data.
    ///
    /// A browser that opens an address lists `application/xml` beside `application/xhtml+xml`,
    /// as a format of pages, and `*/*` at last. Taken by the letter it would rather have data
    /// in XML than in the server's favourite format, which nobody who types an address has
    /// asked for: `*/*` counts for data.
    var ofData: Accept {
        guard ranges.contains(where: { $0.type == "application" && $0.subtype == "xhtml+xml" }),
            ranges.contains(where: { $0.type == "*" && $0.quality > .none })
        else { return self }
        return Accept(ranges.filter { !($0.type == "application" && $0.subtype == "xml") })
    }
}
