// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoSecrets
import RecadoTransport

extension CallError: CustomStringConvertible {
    /// The request and the failure, in one line without secrets.
    public var description: String {
        var words: [String] = []
        if let method { words.append("\(method) \(uri)") }
        words.append(summary)
        return Redaction.printable(words.joined(separator: ": "))
    }

    private var summary: String {
        switch kind {
        case .failed:
            if let code = (failure as? any Problem)?.code {
                return status.map { "\($0.code) \(code)" } ?? kind.description
            }
            // The service's error is not shown, because it may repeat parts of the request.
            let model = serviceError.map { ": \(type(of: $0))" } ?? ""
            return "\(kind)" + (status.map { " with \($0)" } ?? "") + model
        case .refused:
            // The server's texts are meant for people and do not belong in logs.
            let title = status.map { "\($0)" } ?? ""
            return "\(kind)" + (title.isEmpty ? "" : " with \(title)")
                + (record.detail.isEmpty ? "" : ": \(record.detail)")
        default:
            return record.detail.isEmpty ? "\(kind)" : "\(kind): \(record.detail)"
        }
    }
}

extension CallError: CustomDebugStringConvertible {
    /// The maximum number of content bytes that are shown: about one screen.
    private static var excerptLimit: Int { 1_024 }

    /// All data of the call, without secrets, on several lines.
    public var debugDescription: String {
        var lines = [description]
        if let problem {
            lines.append(
                "problem: \(Redaction.excerpt(Array(problem.description.utf8), answering: record.request))"
            )
        }
        lines.append("attempt \(attempt), after \(duration)")
        if let traceContext { lines.append("trace \(traceContext.traceID)") }
        lines += redirects.map { "redirect \($0)" }
        lines += attempts.map(\.description)
        if let request = record.request {
            lines += request.fields.map { "> \($0.name): \(Redaction.value(of: $0))" }
        }
        if let fields { lines += fields.map { "< \($0.name): \(Redaction.value(of: $0))" } }
        if !record.content.isEmpty {
            lines.append(
                Redaction.content(
                    record.isContentTruncated ? nil : record.content,
                    count: record.content.count,
                    fields,
                    answering: record.request,
                    limit: Self.excerptLimit
                )
            )
        }
        if record.request != nil { lines.append(curl) }
        return lines.joined(separator: "\n")
    }
}

extension CallError: CustomReflectable {
    /// A mirror that shows the kind, the status and the description.
    public var customMirror: Mirror {
        let children: KeyValuePairs<String, Any> = [
            "kind": kind, "status": status as Any, "description": description,
        ]
        return Mirror(self, children: children, displayStyle: .struct)
    }
}
