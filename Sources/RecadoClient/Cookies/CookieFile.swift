// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// The JSON document that stores the cookies of a jar.
struct CookieFile: Codable {
    /// The version of the document's format; documents of other versions are not read.
    static let currentVersion = 1

    let version: Int
    let cookies: [Entry]

    /// A cookie in the document; the properties have the names of the JSON members.
    struct Entry: Codable {
        let name: String
        let value: String
        let domain: String
        let path: String
        let expires: Int64?
        let hostOnly: Bool
        let secure: Bool
        let httpOnly: Bool
        let sameSite: String
        let partitioned: Bool
    }

    init(_ cookies: [Cookie]) {
        version = Self.currentVersion
        self.cookies = cookies.map { cookie in
            Entry(
                name: cookie.name,
                value: cookie.value,
                domain: cookie.domain,
                path: cookie.path,
                expires: cookie.expires?.secondsSince1970,
                hostOnly: cookie.isHostOnly,
                secure: cookie.isSecure,
                httpOnly: cookie.isHTTPOnly,
                sameSite: cookie.sameSite.rawValue,
                partitioned: cookie.isPartitioned
            )
        }
    }

    /// Returns the cookies in a document, except cookies with parts that a server could not have
    /// sent.
    static func cookies(in bytes: [UInt8]) throws(CookieJar.FileError) -> [Cookie] {
        let file: CookieFile
        do throws(CodingError) {
            file = try JSON().decode(CookieFile.self, from: bytes)
        } catch {
            // The decoder's error message may quote the value of a cookie, so it is not used.
            throw CookieJar.FileError(.malformed)
        }
        guard file.version == currentVersion else {
            throw CookieJar.FileError(.unknownVersion(file.version))
        }
        return file.cookies.compactMap(\.cookie)
    }
}

extension CookieFile.Entry {
    /// The cookie; `nil` if its parts could not have come from a server.
    fileprivate var cookie: Cookie? {
        let texts = [name, value, domain, path]
        guard texts.allSatisfy({ Fields.isValid($0) && !$0.utf8.contains(UInt8(ascii: ";")) }),
            !domain.isEmpty, path.utf8.first == UInt8(ascii: "/"),
            !(name.isEmpty && value.isEmpty),
            name.utf8.count + value.utf8.count <= SetCookie.sizeLimit
        else { return nil }
        return Cookie(
            name: name,
            value: value,
            domain: domain.lowercased(),
            isHostOnly: hostOnly,
            path: path,
            expires: expires.map { HTTPDate(secondsSince1970: $0) },
            isSecure: secure,
            isHTTPOnly: httpOnly,
            sameSite: Cookie.SameSite(rawValue: sameSite) ?? .unspecified,
            isPartitioned: partitioned
        )
    }
}
