// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The position of a request in a trace that runs through several services (W3C Trace Context).
///
/// The context is sent in the fields `traceparent` and `tracestate`. A service that calls others on
/// behalf of a request passes the context on, so that one number finds the records of all services:
///
/// ```swift
/// try await TraceContext.$current.withValue(TraceContext(request.fields)) {
///     try await client.get("films/7")             // is part of the same trace
/// }
/// ```
public struct TraceContext: Sendable, Hashable {
    /// The context that requests of the current task belong to, if any.
    @TaskLocal public static var current: TraceContext?

    /// The number of the whole trace: 32 hexadecimal digits, not all zero.
    public let traceID: String
    /// The number of the request, or of the work that it is part of: 16
    /// hexadecimal digits, not all zero.
    public let spanID: String
    /// True if the service that began the trace records it, and asks other services to do so.
    public let isSampled: Bool
    /// The entries that the tracing tools of earlier services have added; may be empty.
    public let state: String

    /// The longest state that is passed on, in bytes: 512, the minimum that the standard demands.
    ///
    /// A longer state is dropped as a whole, because a part of it might mean something else.
    public static let stateLimit = 512

    private init(traceID: String, spanID: String, isSampled: Bool, state: String) {
        self.traceID = traceID
        self.spanID = spanID
        self.isSampled = isSampled
        self.state = state
    }

    /// Begins a trace with numbers drawn at random.
    ///
    /// - Parameter isSampled: True, as by default, to ask others to keep the trace.
    public init(isSampled: Bool = true) {
        let traceID = Self.digits(.random(in: 1 ... .max)) + Self.digits(.random(in: 0 ... .max))
        let spanID = Self.digits(.random(in: 1 ... .max))
        self.init(traceID: traceID, spanID: spanID, isSampled: isSampled, state: "")
    }

    /// Reads the context of a request; `nil` if there is none, or a malformed one.
    ///
    /// - Parameter fields: The header section of the request.
    public init?(_ fields: Fields) {
        let parents = fields[values: .traceparent]
        guard parents.count == 1, let parent = parents.first else { return nil }
        let state = fields[values: .tracestate].filter { !$0.isEmpty }.joined(separator: ",")
        self.init(traceparent: parent, state: state)
    }

    /// Reads the value of `traceparent` (Trace Context §3.2.2); `nil` for a malformed one.
    ///
    /// - Parameters:
    ///   - text: The value. Parts that versions after 00 have added are ignored.
    ///   - state: The value of `tracestate`.
    public init?(traceparent text: String, state: String = "") {
        let parts = text.split(atByte: "-", omittingEmptySubsequences: false)
        guard parts.count >= 4, Self.isNumber(parts[0], 2), parts[0] != "ff",
            parts.count == 4 || parts[0] != "00",
            Self.isNumber(parts[1], 32), Self.isNumber(parts[2], 16), Self.isNumber(parts[3], 2),
            parts[1].contains(where: { $0 != "0" }), parts[2].contains(where: { $0 != "0" }),
            let flags = UInt8(parts[3], radix: 16)
        else { return nil }
        let isKept = state.utf8.count <= Self.stateLimit && Fields.isValid(state)
        self.init(
            traceID: String(parts[1]),
            spanID: String(parts[2]),
            isSampled: flags & 1 == 1,
            state: isKept ? state : ""
        )
    }

    /// The value of `traceparent`, in version 00.
    public var traceparent: String { "00-\(traceID)-\(spanID)-\(isSampled ? "01" : "00")" }

    /// Returns the context of another request in the same trace, with a new number.
    ///
    /// - Returns: The context.
    public func child() -> TraceContext {
        let spanID = Self.digits(.random(in: 1 ... .max))
        return TraceContext(traceID: traceID, spanID: spanID, isSampled: isSampled, state: state)
    }

    private static func digits(_ number: UInt64) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }

    private static func isNumber(_ text: Substring, _ count: Int) -> Bool {
        text.utf8.count == count
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}

extension TraceContext: CustomStringConvertible {
    /// The value of `traceparent`.
    public var description: String { traceparent }
}

extension FieldName {
    /// `traceparent`, which is not in the HTTP field registry (Trace Context §3.2).
    @inlinable package static var traceparent: FieldName { FieldName(known: "traceparent") }
    /// `tracestate` (Trace Context §3.3).
    @inlinable package static var tracestate: FieldName { FieldName(known: "tracestate") }
}
