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

    @inlinable init(known name: String) {
        self.name = name
    }

    /// Transfers a current representation of the target resource.
    @inlinable public static var get: Method { Method(known: "GET") }
    /// Does what GET does, but transfers no content.
    @inlinable public static var head: Method { Method(known: "HEAD") }
    /// Performs resource-specific processing on the request content.
    @inlinable public static var post: Method { Method(known: "POST") }
    /// Replaces the target resource with the request content.
    @inlinable public static var put: Method { Method(known: "PUT") }
    /// Changes parts of the target resource (RFC 5789).
    @inlinable public static var patch: Method { Method(known: "PATCH") }
    /// Removes the target resource.
    @inlinable public static var delete: Method { Method(known: "DELETE") }
    /// Describes the communication options of the target resource.
    @inlinable public static var options: Method { Method(known: "OPTIONS") }
    /// Performs a loop-back test along the path to the target resource.
    @inlinable public static var trace: Method { Method(known: "TRACE") }
    /// Establishes a tunnel to the server identified by the target resource.
    @inlinable public static var connect: Method { Method(known: "CONNECT") }

    /// True if the method is read-only by definition (RFC 9110 §9.2.1).
    public var isSafe: Bool {
        self == .get || self == .head || self == .options || self == .trace
    }

    /// True if several identical requests have the same effect as one (RFC 9110 §9.2.2).
    public var isIdempotent: Bool {
        isSafe || self == .put || self == .delete
    }

    /// The name of the method, as in the request line.
    public var description: String { name }
}
