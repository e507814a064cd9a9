// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension URI {
    /// The parts of a URI or of a relative reference (RFC 3986 §4.1).
    package struct Reference: Sendable, Hashable {
        /// The scheme in lowercase.
        package var scheme: String?
        /// The host in lowercase, an IPv6 address in its brackets.
        package var host: String?
        /// The port, if one is written.
        package var port: Int?
        /// The escaped path.
        package var path: String
        /// The escaped query.
        package var query: String?
        /// The escaped fragment.
        package var fragment: String?

        /// Parses a reference strictly.
        package init(_ text: some StringProtocol, limit: Int) throws(URIError) {
            let bytes = Array(text.utf8)
            guard bytes.count <= limit else { throw URIError(.tooLong(limit: limit), at: limit) }
            // RFC 3986 appendix B: `#` is found first, then `?`, then the delimiters before them.
            let fragmentMark = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
            let beforeFragment = bytes[..<fragmentMark]
            let queryMark = beforeFragment.firstIndex(of: UInt8(ascii: "?")) ?? fragmentMark
            let hierarchy = bytes[..<queryMark]

            let slash = hierarchy.firstIndex(of: UInt8(ascii: "/")) ?? queryMark
            var pathStart = 0
            scheme = nil
            if let colon = hierarchy[..<slash].firstIndex(of: UInt8(ascii: ":")) {
                scheme = try Self.scheme(bytes[..<colon])
                pathStart = colon + 1
            }
            (host, port) = (nil, nil)
            if hierarchy[pathStart...].starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]) {
                let start = pathStart + 2
                let end = hierarchy[start...].firstIndex(of: UInt8(ascii: "/")) ?? queryMark
                (host, port) = try Self.authority(bytes[start..<end])
                pathStart = end
            }
            path = try Self.text(hierarchy[pathStart...], of: .path, allowing: .path)
            (query, fragment) = (nil, nil)
            if queryMark < fragmentMark {
                query = try Self.text(
                    beforeFragment[(queryMark + 1)...],
                    of: .query,
                    allowing: .queryOrFragment
                )
            }
            if fragmentMark < bytes.endIndex {
                fragment = try Self.text(
                    bytes[(fragmentMark + 1)...],
                    of: .fragment,
                    allowing: .queryOrFragment
                )
            }
        }

        // MARK: - Components

        private static func scheme(_ bytes: ArraySlice<UInt8>) throws(URIError) -> String {
            guard !bytes.isEmpty else { throw URIError(.missingScheme, at: bytes.startIndex) }
            for index in bytes.indices {
                let isLetter = bytes[index].lowercased &- 0x61 < 26
                let isAllowed = PercentEncoding.CharacterSet.schemeRest.contains(bytes[index])
                guard isLetter || (isAllowed && index > bytes.startIndex) else {
                    throw URIError(.unexpectedCharacter(.scheme), at: index)
                }
            }
            return String(decoding: bytes.map(\.lowercased), as: UTF8.self)
        }

        private static func authority(
            _ bytes: ArraySlice<UInt8>
        ) throws(URIError) -> (host: String, port: Int?) {
            // RFC 9110 §4.2.4: credentials in URIs end up in logs, and mislead readers about the
            // host.
            guard !bytes.contains(UInt8(ascii: "@")) else {
                throw URIError(.userInformation, at: bytes.startIndex)
            }
            let hostEnd: Int
            if bytes.first == UInt8(ascii: "[") {
                guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")),
                    IPAddress.isLiteral(bytes[(bytes.startIndex + 1)..<bracket])
                else { throw URIError(.malformedAddress, at: bytes.startIndex) }
                hostEnd = bracket + 1
            } else {
                hostEnd = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
                try checkName(bytes[..<hostEnd])
            }
            let host = lowercased(bytes[..<hostEnd])
            guard hostEnd < bytes.endIndex else { return (host, nil) }
            guard bytes[hostEnd] == UInt8(ascii: ":") else {
                throw URIError(.unexpectedCharacter(.host), at: hostEnd)
            }
            return (host, try port(bytes[(hostEnd + 1)...]))
        }

        /// Returns a host in lowercase; its escapes stay unchanged, because their normal form is
        /// uppercase.
        static func lowercased(_ host: some Sequence<UInt8>) -> String {
            var escaped = 0
            let bytes = host.map { byte in
                escaped = byte == UInt8(ascii: "%") ? 2 : max(escaped - 1, -1)
                return escaped < 0 ? byte.lowercased : byte
            }
            return String(decoding: bytes, as: UTF8.self)
        }

        private static func checkName(_ bytes: ArraySlice<UInt8>) throws(URIError) {
            if let index = bytes.firstIndex(where: { $0 >= 0x80 }) {
                throw URIError(.internationalHost, at: index)
            }
            try check(bytes, of: .host, allowing: .registeredName)
        }

        private static func port(_ bytes: ArraySlice<UInt8>) throws(URIError) -> Int? {
            var port = 0
            for index in bytes.indices {
                let digit = Int(bytes[index]) - 0x30
                guard (0...9).contains(digit) else {
                    throw URIError(.unexpectedCharacter(.port), at: index)
                }
                port = port * 10 + digit
                guard port <= 65_535 else { throw URIError(.portOutOfRange, at: bytes.startIndex) }
            }
            return bytes.isEmpty ? nil : port
        }

        private static func text(
            _ bytes: ArraySlice<UInt8>,
            of component: URIError.Component,
            allowing allowed: PercentEncoding.CharacterSet
        ) throws(URIError) -> String {
            try check(bytes, of: component, allowing: allowed)
            return String(decoding: bytes, as: UTF8.self)
        }

        private static func check(
            _ bytes: ArraySlice<UInt8>,
            of component: URIError.Component,
            allowing allowed: PercentEncoding.CharacterSet
        ) throws(URIError) {
            let span = bytes.span
            for index in span.indices where !allowed.contains(span[index]) {
                let offset = bytes.startIndex + index
                guard span[index] == UInt8(ascii: "%") else {
                    throw URIError(.unexpectedCharacter(component), at: offset)
                }
                guard PercentEncoding.escape(in: span, at: index) != nil else {
                    throw URIError(.incompleteEscape(component), at: offset)
                }
            }
        }
    }
}

extension PercentEncoding.CharacterSet {
    fileprivate static let schemeRest = Self(letters + digits + "+-.", writesBlankAsPlus: false)
    fileprivate static let registeredName = Self(unreservedAnd: "!$&'()*+,;=")
    fileprivate static let queryOrFragment = Self(unreservedAnd: "!$&'()*+,;=:@/?")
}
