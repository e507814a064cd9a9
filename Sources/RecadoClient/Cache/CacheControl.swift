// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The directives of a Cache-Control field (RFC 9111 §5.2).
///
/// Names are compared without regard to case, and the argument of any directive may be a token or a
/// quoted string. Parts that cannot be read are ignored.
struct CacheControl: Sendable {
    private var directives: [String: [String?]] = [:]
    /// True for the directives of CDN-Cache-Control, which only shared caches read, and which take
    /// precedence over the Expires field, too.
    private(set) var isTargeted = false

    /// The greatest number of seconds, which RFC 9111 §1.2.2 treats as infinity.
    static let secondsLimit: Int64 = 1 << 31

    /// Reads the directives of an answer.
    ///
    /// - Parameters:
    ///   - fields: The fields of the answer.
    ///   - options: The options of the cache: a shared cache reads CDN-Cache-Control instead of
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
            // A malformed argument counts as an empty text, which as a number of seconds means 0.
            directives[name, default: []].append(scanner.tokenOrQuotedString() ?? "")
        }
    }

    /// True if there are no directives.
    var isEmpty: Bool { directives.isEmpty }

    /// True if a directive is present, whatever its argument.
    func contains(_ name: String) -> Bool { directives[name] != nil }

    /// True if a directive is present that applies to the whole message, not only to named fields.
    func holds(_ name: String) -> Bool {
        directives[name]?.contains { ($0 ?? "").isEmpty } ?? false
    }

    /// The fields that a directive names.
    func names(_ directive: String) -> [FieldName] {
        (directives[directive] ?? []).flatMap { argument in
            FieldList.members(of: argument ?? "").compactMap { FieldName(String($0)) }
        }
    }

    /// The seconds of a directive; the least, if it is repeated; 0 for an argument that is not a
    /// number.
    ///
    /// RFC 9111 §4.2.1 recommends treating an answer with unreadable freshness as stale.
    func seconds(_ name: String) -> Int64? {
        directives[name]?.map { Self.seconds($0 ?? "") ?? 0 }.min()
    }

    /// The number of seconds that digits express, at most the limit; `nil` for any other text.
    static func seconds(_ text: some StringProtocol) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return min(Int64(text) ?? secondsLimit, secondsLimit)
    }
}
