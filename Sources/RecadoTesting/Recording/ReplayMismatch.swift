// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A request that no recorded request matches.
public struct ReplayMismatch: Sendable, CustomStringConvertible {
    /// The request, with its content in memory.
    public let request: Request
    /// The difference, line by line, from the next recorded request in a strict replay, and from
    /// the most similar one otherwise.
    ///
    /// A minus marks a line that was expected, and a plus marks a line of the actual request.
    public let lines: [String]
    /// The mismatch, in one line.
    public let summary: String

    init(
        _ request: Request,
        number: Int?,
        expected: RecordedExchange?,
        _ fields: [FieldName]
    ) {
        self.request = request
        let line = "\(request.method) \(request.recordedURI)"
        guard let expected else {
            summary =
                number == nil
                ? "\(line) was not recorded: the recording is empty"
                : "\(line) was not recorded: the recording is at its end"
            lines = ["+ \(line)"]
            return
        }
        let difference = LineDifference(
            expected: Self.text(expected, fields),
            actual: Self.text(request, like: expected, fields)
        )
        lines = difference.lines()
        let what = number.map { "request \($0)" } ?? line
        summary = "\(what) differs from the recording: \(difference.summary("its"))"
    }

    /// The summary and every line.
    public var description: String {
        ([summary] + lines).joined(separator: "\n")
    }

    private static func text(_ exchange: RecordedExchange, _ fields: [FieldName]) -> String {
        var lines = [exchange.line]
        for name in fields {
            lines += exchange.fields[values: name].map { "\(name): \($0)" }
        }
        return (lines + ["", ComparedContent.lines(exchange.content)]).joined(separator: "\n")
    }

    /// Returns the request as text; parts that match the recording are copied from it, so that only
    /// real differences show.
    private static func text(
        _ request: Request,
        like exchange: RecordedExchange,
        _ fields: [FieldName]
    ) -> String {
        let isSame = MaskedText(exchange.uri).matches(request.recordedURI)
        var lines = ["\(request.method) \(isSame ? exchange.uri : request.recordedURI)"]
        for name in fields {
            let recorded = exchange.fields[values: name]
            for (index, value) in request.fields[values: name].enumerated() {
                let isSame = index < recorded.count && MaskedText(recorded[index]).matches(value)
                lines.append("\(name): \(isSame ? recorded[index] : value)")
            }
        }
        let content = request.content.bytes ?? []
        let isSameContent = ComparedContent(exchange).matches(content)
        lines += ["", ComparedContent.lines(isSameContent ? exchange.content : content)]
        return lines.joined(separator: "\n")
    }
}

/// An error for recorded requests that were not made, and for requests that were not recorded.
public struct UnmetRecording: Error, Sendable, CustomStringConvertible {
    /// The recorded requests that were not made.
    public let unused: [String]
    /// The requests that were not recorded.
    public let mismatches: [ReplayMismatch]

    /// Every request, with one or more lines for each.
    public var description: String {
        (unused.map { "not requested: \($0)" } + mismatches.map(\.description))
            .joined(separator: "\n")
    }
}
