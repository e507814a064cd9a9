// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A request method (RFC 9110 §9).
///
/// Method names are case-sensitive tokens; `get` and `GET` are two different methods.
public struct Method: Sendable, Hashable, CustomStringConvertible {
    /// The name as it stands in the request line.
    public let name: String

    /// Creates a method from its name.
    ///
    /// - Parameter name: A token of RFC 9110 §5.6.2; `nil` is returned for anything else.
    public init?(_ name: String) {
        guard Token.isValid(name) else { return nil }
        self.name = name
    }

    private init(known name: String) {
        self.name = name
    }

    /// Transfers a current representation of the target resource.
    public static let get = Method(known: "GET")
    /// Does what GET does, but transfers no content.
    public static let head = Method(known: "HEAD")
    /// Performs resource-specific processing on the request content.
    public static let post = Method(known: "POST")
    /// Replaces the target resource with the request content.
    public static let put = Method(known: "PUT")
    /// Changes parts of the target resource (RFC 5789).
    public static let patch = Method(known: "PATCH")
    /// Removes the target resource.
    public static let delete = Method(known: "DELETE")
    /// Describes the communication options of the target resource.
    public static let options = Method(known: "OPTIONS")
    /// Performs a loop-back test along the path to the target resource.
    public static let trace = Method(known: "TRACE")
    /// Establishes a tunnel to the server identified by the target resource.
    public static let connect = Method(known: "CONNECT")

    /// Whether the method is read-only by definition (RFC 9110 §9.2.1).
    public var isSafe: Bool {
        self == .get || self == .head || self == .options || self == .trace
    }

    /// Whether several identical requests mean the same as one (RFC 9110 §9.2.2).
    public var isIdempotent: Bool {
        isSafe || self == .put || self == .delete
    }

    /// The name.
    public var description: String { name }
}
