// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A media type or a group of them, with a client's preference for it (RFC 9110 §12.5.1).
public struct MediaRange: Sendable, Hashable, CustomStringConvertible {
    /// The part before the slash in lowercase, or `*` for any.
    public let type: String
    /// The part after the slash in lowercase, or `*` for any.
    public let subtype: String
    /// The parameters that a media type must have to match the range, without the quality.
    public let parameters: FieldParameters
    /// The client's preference for the range.
    public let quality: Quality

    /// Reads a range.
    ///
    /// - Parameter text: A member of an Accept field, `text/html;q=0.8`; the result is `nil` if the
    ///   text is not a range, for `*/html`, and for a malformed quality.
    public init?(_ text: some StringProtocol) {
        var scanner = FieldScanner(text)
        scanner.skipBlanks()
        guard let type = scanner.token(), scanner.consume("/"), let subtype = scanner.token(),
            var parameters = scanner.parameters(),
            type != "*" || subtype == "*"
        else { return nil }
        var quality = Quality.full
        if let text = parameters["q"] {
            guard let read = Quality(text) else { return nil }
            quality = read
            parameters["q"] = nil
        }
        self.type = type.lowercased()
        self.subtype = subtype.lowercased()
        self.parameters = parameters
        self.quality = quality
    }

    /// Creates the range that holds one media type.
    ///
    /// - Parameters:
    ///   - mediaType: The media type.
    ///   - quality: The client's preference for it.
    public init(_ mediaType: MediaType, quality: Quality = .full) {
        type = mediaType.type
        subtype = mediaType.subtype
        parameters = mediaType.parameters
        self.quality = quality
    }

    /// Returns how closely the range describes a media type; `nil` when it does not match.
    ///
    /// The number is 0 for `*/*`, 1 for `type/*`, and 2 for a type and its subtype, plus 1 for each
    /// parameter.
    ///
    /// - Parameters:
    ///   - mediaType: The media type.
    ///   - isLenient: True to match even if the media type lacks parameters of the range.
    /// - Returns: The number, or `nil`.
    func specificity(for mediaType: MediaType, ignoringUnknown isLenient: Bool = false) -> Int? {
        guard type == "*" || type == mediaType.type,
            subtype == "*" || subtype == mediaType.subtype,
            parameters.allSatisfy({ parameter in
                mediaType.parameters[parameter.name].map {
                    $0.utf8.count == parameter.value.utf8.count
                        && $0.lowercased() == parameter.value.lowercased()
                } ?? isLenient
            })
        else { return nil }
        let wildcards = (type == "*" ? 1 : 0) + (subtype == "*" ? 1 : 0)
        return 2 - wildcards + parameters.count
    }

    /// The range as it is written: `text/html;q=0.8`, without a quality of 1.
    public var description: String {
        "\(type)/\(subtype)\(parameters)\(quality == .full ? "" : ";q=\(quality)")"
    }
}
