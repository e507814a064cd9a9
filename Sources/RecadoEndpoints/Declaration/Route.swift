// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// The method and the path of an endpoint, written as `"PUT /api/v1/catalog/{id}/rent"`.
///
/// ```swift
/// static let route: Route = "PUT /catalog/{id}/rent"
/// @Path var id: Int
/// ```
///
/// A segment in braces is an input of the endpoint, marked `@Path`. An invalid text does not stop
/// the program: ``flaw`` describes the error, and `Service.check()` reports it.
public struct Route: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// One part of the path between slashes.
    public enum Segment: Sendable, Hashable {
        /// A fixed text, unescaped.
        case literal(String)
        /// The `@Path` input with this name.
        case parameter(String)
    }

    /// The HTTP method; GET if the text has no valid method and path.
    public let method: Method
    /// The parts of the path between slashes.
    public let segments: [Segment]
    /// The reason that the text is not a route; `nil` when it is one.
    public let flaw: String?

    /// Creates a route from its text.
    public init(stringLiteral text: String) {
        self.init(text)
    }

    /// Creates a route from its text: a method, one space, and a path that begins with a slash.
    public init(_ text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, let method = Method(String(parts[0])), parts[1].hasPrefix("/")
        else {
            self.method = .get
            segments = []
            flaw = "\"\(text)\" is no route: expected a method, one blank and a path from “/” on"
            return
        }
        self.method = method
        segments = parts[1].dropFirst().split(separator: "/", omittingEmptySubsequences: false)
            .map(Self.segment)
        flaw = Self.flaw(in: segments, of: parts[1])
    }

    private static func segment(_ text: Substring) -> Segment {
        text.hasPrefix("{") && text.hasSuffix("}") && text.count > 2
            ? .parameter(String(text.dropFirst().dropLast()))
            : .literal(String(text))
    }

    private static func flaw(in segments: [Segment], of path: Substring) -> String? {
        var names: Set<String> = []
        for (index, segment) in segments.enumerated() {
            switch segment {
            case .parameter(let name):
                guard names.insert(name).inserted else {
                    return "{\(name)} stands twice in \(path)"
                }
            case .literal(let text):
                if text.contains(where: { "{}?#%".contains($0) }) {
                    return "“\(text)” in \(path) is neither a fixed text nor one {name}"
                }
                if text.isEmpty, index + 1 < segments.count {
                    return "\(path) has an empty segment"
                }
            }
        }
        return nil
    }

    /// The path as a template: `/api/v1/catalog/{id}/rent`.
    public var path: String {
        segments.map { segment in
            switch segment {
            case .literal(let text): "/" + text
            case .parameter(let name): "/{\(name)}"
            }
        }.joined()
    }

    /// The names of the inputs in the path, in the order of the path.
    public var parameters: [String] {
        segments.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
    }

    /// The method and the path.
    public var description: String { "\(method) \(path)" }
}
