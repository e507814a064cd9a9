// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The media types that a client accepts (RFC 9110 §12.5.1).
///
/// ```swift
/// let accept = Accept(request.fields)          // Accept: application/xml, */*;q=0.1
/// accept.best(of: [.json, .xml])               // application/xml
/// ```
public struct Accept: Sendable, Hashable, CustomStringConvertible {
    /// The greatest number of ranges that are read; browsers send up to ten.
    public static let limit = 100

    /// The ranges, in their order; if there are none, every media type is accepted.
    public let ranges: [MediaRange]

    /// Creates a list of ranges.
    public init(_ ranges: [MediaRange]) {
        self.ranges = ranges
    }

    /// Reads the Accept fields of a request.
    ///
    /// Malformed members are skipped, so that one unusual range does not cost the client its
    /// answer. Without any field, or with nothing but malformed members, every media type is
    /// accepted. Members beyond ``limit`` are ignored.
    public init(_ fields: Fields) {
        ranges = Array(fields[list: .accept].prefix(Self.limit).compactMap { MediaRange($0) })
    }

    /// Returns the quality of a media type, from the range that describes it most closely.
    ///
    /// - Returns: The quality; 0 for a media type that is not accepted.
    public func quality(of mediaType: MediaType) -> Quality { match(mediaType).quality }

    /// Returns the media type that the client prefers.
    ///
    /// Among types of equal quality, the type with the more specific range wins, so
    /// `application/json, */*` means JSON. If the ranges are equally specific, the type that comes
    /// first in `available` wins.
    ///
    /// - Parameter available: The media types that can be sent, the server's favourite first.
    /// - Returns: The preferred media type, or `nil` if none is acceptable.
    public func best(of available: [MediaType]) -> MediaType? {
        var best: (mediaType: MediaType, match: Match)?
        for mediaType in available {
            let match = match(mediaType)
            guard match.quality > .none else { continue }
            if let best, !(match > best.match) { continue }
            best = (mediaType, match)
        }
        return best?.mediaType
    }

    private func match(_ mediaType: MediaType) -> Match {
        if ranges.isEmpty { return Match(quality: .full, specificity: 0) }
        var closest: Match?
        // If no range matches exactly, a range also matches a media type that lacks parameters of
        // the range, such as `charset`.
        for ignoring in [false, true] where closest == nil {
            for range in ranges {
                guard
                    let specificity = range.specificity(for: mediaType, ignoringUnknown: ignoring)
                else { continue }
                if let closest, closest.specificity >= specificity { continue }
                closest = Match(quality: range.quality, specificity: specificity)
            }
        }
        return closest ?? Match(quality: .none, specificity: 0)
    }

    /// The quality of a media type and the specificity of the range that it comes from.
    private struct Match: Sendable {
        var quality: Quality
        var specificity: Int

        static func > (one: Match, other: Match) -> Bool {
            (one.quality, one.specificity) > (other.quality, other.specificity)
        }
    }

    /// The ranges as a field's value.
    public var description: String {
        ranges.isEmpty ? "*/*" : ranges.map(\.description).joined(separator: ", ")
    }
}
