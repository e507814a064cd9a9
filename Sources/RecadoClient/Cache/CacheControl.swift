// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The directives of a Cache-Control field (RFC 9111 §5.2).
///
/// Names compare without regard to case, and arguments may be tokens or quoted strings whatever the
/// directive. What cannot be read is passed over.
struct CacheControl: Sendable {
    private var directives: [String: [String?]] = [:]
    /// True for those for shared caches alone, which come before the Expires field, too.
    private(set) var isTargeted = false

    /// The greatest number of seconds: what RFC 9111 §1.2.2 takes for infinity.
    static let secondsLimit: Int64 = 1 << 31

    /// Reads the directives of an answer.
    ///
    /// - Parameters:
    ///   - fields: The fields of the answer.
    ///   - options: The options of the cache: a shared one heeds CDN-Cache-Control
    ///     in the place of Cache-Control.
    init(ofAnswer fields: Fields, _ options: CacheOptions) {
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
            // An argument that is none makes the directive one that cannot be trusted.
            directives[name, default: []].append(scanner.tokenOrQuotedString() ?? "")
        }
    }

    /// Whether there are no directives.
    var isEmpty: Bool { directives.isEmpty }

    /// Whether a directive is there, whatever its argument.
    func contains(_ name: String) -> Bool { directives[name] != nil }

    /// Whether a directive is there that holds for the whole message, not for named fields alone.
    func holds(_ name: String) -> Bool {
        directives[name]?.contains { ($0 ?? "").isEmpty } ?? false
    }

    /// The fields that a directive names.
    func names(_ directive: String) -> [FieldName] {
        (directives[directive] ?? []).flatMap { argument in
            FieldList.members(of: argument ?? "").compactMap { FieldName(String($0)) }
        }
    }

    /// The seconds of a directive; the least, where it is repeated; 0 for what is no number.
    ///
    /// RFC 9111 §4.2.1 wants an answer with freshness that cannot be read to be taken for stale.
    func seconds(_ name: String) -> Int64? {
        directives[name]?.map { Self.seconds($0 ?? "") ?? 0 }.min()
    }

    /// The number of seconds that digits stand for, at most the limit; `nil` for anything else.
    static func seconds(_ text: some StringProtocol) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return min(Int64(text) ?? secondsLimit, secondsLimit)
    }
}
