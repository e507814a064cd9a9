// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

extension SampleCall {
    /// The call in Swift, with Recado's client and untyped values; `nil` for content that is not
    /// JSON.
    var swift: String? {
        if body != nil, body?.value == nil { return nil }
        var lines = ["import Recado", ""]
        if let credentials = credentialsOfSwift {
            lines.append("let caller = \(credentials)")
            lines.append("let client = try Client(base: \(Self.swift(server)))")
            lines.append("    .with { $0.credentials = caller }")
        } else {
            lines.append("let client = try Client(base: \(Self.swift(server)))")
        }
        return (lines + callOfSwift).joined(separator: "\n")
    }

    private var callOfSwift: [String] {
        let query = query.map { "\(Self.swift($0.name)): \(Self.swift($0.value))" }
        let path = Self.swift(String(path.drop { $0 == "/" }))
        var arguments = [path]
        var lines: [String] = []
        if let value = body?.value {
            lines = ["", "let content: Value = \(Self.swift(value, depth: 0))"]
            arguments.append("content")
        }
        if !query.isEmpty { arguments.append("query: [\(query.joined(separator: ", "))]") }
        let fields = fields.map { "\(Self.swift($0.name)): \(Self.swift($0.value))" }
        if !fields.isEmpty {
            arguments.append("with: CallOptions(fields: [\(fields.joined(separator: ", "))])")
        }
        let list = arguments.joined(separator: ", ")
        switch reading {
        case .whole:
            return lines + [
                "let answer = try await client.\(method.name.lowercased())(\(list))",
                "print(answer)",
            ]
        case .events:
            return lines + [
                "for try await event in client.events(\(list)) {", "    print(event.data)", "}",
            ]
        case .lines:
            return lines + [
                "let stream = try await client.stream(\(list))",
                "for try await line in stream.lines() {", "    print(line)", "}",
            ]
        case .messages:
            return lines + [
                "let socket = try await client.webSocket(\(list))",
                "for try await message in socket.messages {", "    print(message)", "}",
            ]
        }
    }

    private var credentialsOfSwift: String? {
        switch scheme {
        case .http(let name) where name.lowercased() == "basic":
            let (name, password) = (Self.swift(user.name), Self.swift(user.password))
            return "try BasicCredentials(user: \(name), password: \(password))"
        case .http(let name) where name.lowercased() == "bearer":
            return "BearerCredentials(token: token)"
        default: return nil
        }
    }

    // MARK: - Literals

    private static func swift(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"" + escaped.replacing("\n", with: "\\n") + "\""
    }

    private static func swift(_ value: Value, depth: Int) -> String {
        let indent = String(repeating: "    ", count: depth)
        switch value {
        case .null: return ".null"
        case .string(let text): return swift(text)
        case .array(let elements):
            return "[" + elements.map { swift($0, depth: depth) }.joined(separator: ", ") + "]"
        case .object(let members):
            if members.isEmpty { return "[:]" }
            let lines = members.map { member in
                "\(indent)    \(swift(member.key)): \(swift(member.value, depth: depth + 1)),\n"
            }
            return "[\n\(lines.joined())\(indent)]"
        default: return value.description
        }
    }
}
