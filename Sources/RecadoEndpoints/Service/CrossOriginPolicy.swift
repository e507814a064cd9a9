// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Which pages of other origins may call a service from a browser (WHATWG Fetch §3.2).
///
/// ```swift
/// service.crossOrigin = .origins(["https://app.example.org"])
/// ```
///
/// Browsers alone ask for it; it keeps no other client away. Preflight requests are answered for
/// the methods that the path knows and the fields that are asked for.
public struct CrossOriginPolicy: Sendable, Hashable {
    /// The origins, such as `https://app.example.org`; `nil` stands for all of them.
    package let origins: Set<String>?

    /// Whether browsers send cookies and the like along; they do not by default.
    ///
    /// It has no effect where every origin may call: any page could act in the name of its readers.
    public var allowsCredentials = false

    /// Fields of answers that pages may read beside the usual ones: those of pages
    /// and of validators by default.
    public var exposedFields = ["ETag", "Link", "Location", "Retry-After", "X-Total-Count"]

    /// The time for which a browser keeps the answer to a preflight request; 10 minutes by default.
    ///
    /// No browser heeds more than two hours.
    public var maximumAge: Duration = .seconds(600)

    private init(origins: Set<String>?) {
        self.origins = origins
    }

    /// No page of another origin; the default.
    public static let none = CrossOriginPolicy(origins: [])

    /// Every page, without its readers' credentials.
    public static let any = CrossOriginPolicy(origins: nil)

    /// The pages of some origins.
    ///
    /// - Parameter origins: The origins as browsers write them: a scheme, a host in small letters,
    ///   and a port where it is not the scheme's own.
    /// - Returns: The policy.
    public static func origins(_ origins: Set<String>) -> CrossOriginPolicy {
        CrossOriginPolicy(origins: origins)
    }

    /// Whether pages of an origin may call.
    package func allows(_ origin: String) -> Bool { origins?.contains(origin) ?? true }
}
