// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// A path template in which a name in braces matches any one segment, and a final `**` matches all
/// remaining segments.
struct PathTemplate: Sendable {
    private enum Segment: Sendable {
        case literal(String)
        case parameter(String)
    }

    let text: String
    private let segments: [Segment]
    private let hasRest: Bool

    init(_ text: Substring) {
        self.text = String(text)
        var parts = Self.parts(of: text)
        hasRest = parts.last == "**"
        if hasRest { parts.removeLast() }
        segments = parts.map { part in
            part.hasPrefix("{") && part.hasSuffix("}")
                ? .parameter(String(part.dropFirst().dropLast()))
                : .literal(PercentEncoding.decode(part) ?? String(part))
        }
    }

    /// Returns the decoded values of the parameters; `nil` if the path does not match.
    func match(_ path: Substring) -> [String: String]? {
        let parts = Self.parts(of: path)
        guard hasRest ? parts.count >= segments.count : parts.count == segments.count else {
            return nil
        }
        var parameters: [String: String] = [:]
        for (part, segment) in zip(parts, segments) {
            let actual = PercentEncoding.decode(part) ?? String(part)
            switch segment {
            case .literal(let literal): if actual != literal { return nil }
            case .parameter(let name):
                if actual.isEmpty { return nil }
                parameters[name] = actual
            }
        }
        return parameters
    }

    private static func parts(of path: Substring) -> [Substring] {
        path.dropFirst(path.hasPrefix("/") ? 1 : 0)
            .split(separator: "/", omittingEmptySubsequences: false)
    }
}
