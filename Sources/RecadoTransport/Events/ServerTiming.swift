// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoHTTP

/// A metric that a server reports, usually the time that a part of its work took (W3C Server
/// Timing).
///
/// ```swift
/// for timing in response.serverTimings { print(timing) }
/// // db: 53.2 ms
/// // cache: hit from memory
/// ```
public struct ServerTiming: Sendable, Hashable {
    /// The server's name for the metric, such as `db`.
    public let name: String
    /// The duration, if the server reports one.
    public let duration: Duration?
    /// The server's description, if there is one.
    public let text: String?

    /// The maximum number of timings that are read from one answer.
    public static let limit = 100

    /// Creates a timing.
    ///
    /// - Parameters:
    ///   - name: The name of the operation that was measured.
    ///   - duration: The time that it took.
    ///   - text: The server's description.
    public init(_ name: String, duration: Duration? = nil, text: String? = nil) {
        self.name = name
        self.duration = duration
        self.text = text.map(Redaction.printable)
    }

    /// Reads the Server-Timing fields of an answer, in their order.
    ///
    /// Malformed entries are skipped, and so are those after the first ``limit``.
    ///
    /// - Parameter fields: The header section, or the trailers.
    /// - Returns: The timings.
    public static func read(_ fields: Fields) -> [ServerTiming] {
        guard fields.contains(.serverTiming) else { return [] }
        var timings: [ServerTiming] = []
        for member in fields[list: .serverTiming] where timings.count < limit {
            if let timing = ServerTiming(member) { timings.append(timing) }
        }
        return timings
    }

    private init?(_ member: Substring) {
        var scanner = FieldScanner(member)
        guard let name = scanner.token(), let parameters = scanner.parameters() else { return nil }
        let milliseconds = parameters["dur"].flatMap { Double($0) }
        // More than a year cannot be the time that a request took.
        let isTime = milliseconds.map { $0.isFinite && (0...3.2e10).contains($0) } ?? false
        // The time is rounded to the nanosecond, so that 53.2 ms remains exactly that.
        let nanoseconds = isTime ? milliseconds.map { Int64(($0 * 1e6).rounded()) } : nil
        self.init(name, duration: nanoseconds.map { .nanoseconds($0) }, text: parameters["desc"])
    }
}

extension ServerTiming: CustomStringConvertible {
    /// The name, the time and the description, in one line.
    public var description: String {
        let parts = [duration.map(\.fine), text].compactMap(\.self).filter { !$0.isEmpty }
        return parts.isEmpty ? name : "\(name): \(parts.joined(separator: ", "))"
    }
}
