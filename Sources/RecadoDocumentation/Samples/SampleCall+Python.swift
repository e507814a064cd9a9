// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

extension SampleCall {
    /// The call in Python with the package requests, or with websockets for a WebSocket.
    var python: String {
        if reading == .messages { return socketInPython }
        var arguments = [Self.python(server + target)]
        switch scheme {
        case .http(let name) where name.lowercased() == "basic":
            arguments.append("auth=(\(Self.python(user.name)), \(Self.python(user.password)))")
        default: break
        }
        let fields = fieldsOfPython
        if !fields.isEmpty { arguments.append("headers={\(fields.joined(separator: ", "))}") }
        if let value = body?.value {
            arguments.append("json=\(Self.python(value, depth: 1))")
        } else if let body {
            arguments.append("data=\(Self.python(body.text)).encode()")
        }
        if reading != .whole { arguments.append("stream=True") }
        let call = "answer = requests.\(method.name.lowercased())"
        let list =
            arguments.count == 1
            ? "(\(arguments[0]))" : "(\n\(arguments.map { "    \($0),\n" }.joined()))"
        let rest =
            reading == .whole
            ? "print(answer.status_code, answer.text)"
            : "for line in answer.iter_lines():\n    print(line.decode())"
        return "import requests\n\n\(call)\(list)\n\(rest)"
    }

    private var fieldsOfPython: [String] {
        var all = fields
        switch scheme {
        case .http(let name) where !["basic", "digest"].contains(name.lowercased()):
            all.append(("Authorization", "\(name) TOKEN"))
        case .field(let name): all.append((name.rawName, "KEY"))
        default: break
        }
        if let body, body.value == nil { all.append(("Content-Type", body.mediaType)) }
        return all.map { "\(Self.python($0.name)): \(Self.python($0.value))" }
    }

    private var socketInPython: String {
        let address = server.hasPrefix("http") ? "ws" + server.dropFirst(4) : server
        return """
            from websockets.sync.client import connect

            with connect(\(Self.python(address + target))) as socket:
                for message in socket:
                    print(message)
            """
    }

    // MARK: - Literals

    private static func python(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"" + escaped.replacing("\n", with: "\\n") + "\""
    }

    private static func python(_ value: Value, depth: Int) -> String {
        let indent = String(repeating: "    ", count: depth)
        switch value {
        case .null: return "None"
        case .bool(let truth): return truth ? "True" : "False"
        case .string(let text): return python(text)
        case .array(let elements):
            return "[" + elements.map { python($0, depth: depth) }.joined(separator: ", ") + "]"
        case .object(let members):
            if members.isEmpty { return "{}" }
            let lines = members.map { member in
                "\(indent)    \(python(member.key)): \(python(member.value, depth: depth + 1)),\n"
            }
            return "{\n\(lines.joined())\(indent)}"
        default: return value.description
        }
    }
}
