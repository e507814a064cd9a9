// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

extension Request {
    /// The origin of the request: its scheme and authority in canonical form (RFC 6454 §4).
    package var origin: String {
        if isPlainAuthority { return "\(scheme)://\(authority)" }
        let host = authority.utf8.split(separator: UInt8(ascii: "@")).last
        let authority = host.map { String(Substring($0)) } ?? ""
        if let origin = (try? URI("\(scheme)://\(authority)"))?.origin { return origin }
        return "\(scheme)://\(authority)".lowercased()
    }

    /// True if the authority is already canonical: in lower case, without a port that could be
    /// omitted.
    ///
    /// Almost all authorities are canonical, so most requests need only this quick check.
    private var isPlainAuthority: Bool {
        let bytes = authority.utf8Span.span
        for index in bytes.indices {
            switch bytes[index] {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: ":"):
                continue
            default: return false
            }
        }
        return !authority.isEmpty && !authority.hasSuffix(":")
            && !authority.hasSuffix(":80") && !authority.hasSuffix(":443")
            && (scheme == "https" || scheme == "http")
    }
}
