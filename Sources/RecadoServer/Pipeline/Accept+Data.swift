// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension Accept {
    /// The ranges, adapted to data.
    ///
    /// A browser that opens an address lists `application/xml` beside `application/xhtml+xml`, as a
    /// format of pages, and `*/*` last. Taken literally, the browser would prefer data in XML to
    /// the server's favourite format, although nobody who types an address has asked for XML.
    /// Therefore, `*/*` decides the format of data.
    var ofData: Accept {
        guard ranges.contains(where: { $0.type == "application" && $0.subtype == "xhtml+xml" }),
            ranges.contains(where: { $0.type == "*" && $0.quality > .none })
        else { return self }
        return Accept(ranges.filter { !($0.type == "application" && $0.subtype == "xml") })
    }
}
