// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The preferences of a client in a field such as Accept-Language or Accept-Encoding.
///
/// Values are compared without regard to case, and `*` matches every value that is not listed (RFC
/// 9110 §12.5.3, §12.5.4).
public struct QualityValues: Sendable, Hashable, CustomStringConvertible {
    /// A value with the client's preference for it.
    public struct Member: Sendable, Hashable {
        /// The value in lowercase, or `*`.
        public let value: String
        /// The client's preference for the value.
        public let quality: Quality
    }

    /// The greatest number of members that are read; browsers send up to ten.
    public static let limit = 100

    /// The members, in their order.
    public let members: [Member]

    /// Reads the members of a list.
    ///
    /// - Parameter list: The list that `fields[list: .acceptLanguage]` returns. Malformed members
    ///   are skipped, and members beyond ``limit`` ignored.
    public init(_ list: [Substring]) {
        members = list.prefix(Self.limit).compactMap { text in
            var scanner = FieldScanner(text)
            guard let value = scanner.token(), let parameters = scanner.parameters(),
                let quality = parameters["q"].map({ Quality($0) }) ?? .full
            else { return nil }
            return Member(value: value.lowercased(), quality: quality)
        }
    }

    /// Returns the quality of a value; `nil` if neither the value nor `*` is listed.
    public func quality(of value: String) -> Quality? {
        let value = value.lowercased()
        return (members.first { $0.value == value } ?? members.first { $0.value == "*" })?.quality
    }

    /// Returns the quality of a language; `es` covers `es-AR` (RFC 4647 §3.3.1).
    ///
    /// - Parameter tag: A language tag: `es-AR`.
    /// - Returns: The quality of the longest range that covers the tag, or of `*`; `nil` when
    ///   neither is listed.
    public func quality(ofLanguage tag: String) -> Quality? {
        var range = tag.lowercased()[...]
        while true {
            if let member = members.first(where: { $0.value == range }) { return member.quality }
            guard let hyphen = range.lastIndex(of: "-") else { break }
            range = range[..<hyphen]
        }
        return members.first { $0.value == "*" }?.quality
    }

    /// The members as a field's value.
    public var description: String {
        members.map { $0.quality == .full ? $0.value : "\($0.value);q=\($0.quality)" }
            .joined(separator: ", ")
    }
}
