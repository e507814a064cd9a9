// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The directives of a Cache-Control field (RFC 9111 §5.2).
///
/// Directive names are case-insensitive, and any argument may be a token or a quoted string. Parts
/// that cannot be parsed are ignored.
struct CacheControl: Sendable {
    private var directives: [String: [String?]] = [:]
    /// True if the directives are from CDN-Cache-Control, which only shared caches read; then
    /// Cache-Control and Expires are ignored.
    private(set) var isTargeted = false

    /// The maximum number of seconds; it stands for infinity (RFC 9111 §1.2.2).
    static let secondsLimit: Int64 = 1 << 31

    /// Reads the directives in the fields of an answer.
    ///
    /// - Parameters:
    ///   - fields: The fields of the answer.
    ///   - options: The options of the cache; a shared cache prefers CDN-Cache-Control to
    ///     Cache-Control.
    init(ofAnswer fields: Fields, _ options: CachePolicy.Options) {
        if options.isShared, let targeted = TargetedDirectives(fields) {
            self.init(targeted)
        } else {
            self.init(fields)
        }
    }

    private init(_ targeted: TargetedDirectives) {
        directives = targeted.directives
        isTargeted = true
    }

    init(_ fields: Fields) {
        for member in fields[list: .cacheControl] {
            var scanner = FieldScanner(member)
            guard let name = scanner.token()?.lowercased() else { continue }
            scanner.skipBlanks()
            guard scanner.consume("=") else {
                directives[name, default: []].append(nil)
                continue
            }
            scanner.skipBlanks()
            // A malformed argument becomes an empty text, which later counts as 0 seconds.
            directives[name, default: []].append(scanner.tokenOrQuotedString() ?? "")
        }
    }

    /// True if there are no directives.
    var isEmpty: Bool { directives.isEmpty }

    /// True if a directive is present, with or without an argument.
    func contains(_ name: String) -> Bool { directives[name] != nil }

    /// True if a directive is present without an argument and thus applies to the whole message.
    func holds(_ name: String) -> Bool {
        directives[name]?.contains { ($0 ?? "").isEmpty } ?? false
    }

    /// Returns the header fields that the argument of a directive lists.
    func names(_ directive: String) -> [FieldName] {
        (directives[directive] ?? []).flatMap { argument in
            FieldList.members(of: argument ?? "").compactMap { FieldName(String($0)) }
        }
    }

    /// Returns the number of seconds in a directive: the least if it is repeated, 0 if the argument
    /// is not a number.
    ///
    /// RFC 9111 §4.2.1 recommends treating an answer with invalid freshness information as stale.
    func seconds(_ name: String) -> Int64? {
        directives[name]?.map { Self.seconds($0 ?? "") ?? 0 }.min()
    }

    /// Parses a number of seconds, at most the limit; returns `nil` for any other text.
    static func seconds(_ text: some StringProtocol) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return min(Int64(text) ?? secondsLimit, secondsLimit)
    }
}
