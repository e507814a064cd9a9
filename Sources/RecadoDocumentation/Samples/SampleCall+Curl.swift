// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCurlCommands
import RecadoEndpoints
import RecadoHTTP

extension SampleCall {
    /// The call as a curl command, with one option on each line.
    var curl: String {
        var lines = ["curl"]
        if reading != .whole { lines[0] += " --no-buffer" }
        if method != .get, !(method == .post && body != nil) { lines[0] += " -X \(method.name)" }
        lines +=
            credentialsOfCurl + fields.map { "-H " + ShellWord.quoted("\($0.name): \($0.value)") }
        if let body {
            let text = body.value.map { "\($0)" } ?? body.text
            lines.append("-H " + ShellWord.quoted("Content-Type: \(body.mediaType)"))
            lines.append("-d " + ShellWord.quoted(text))
        }
        let address = server + target
        let isSocket = reading == .messages && address.hasPrefix("http")
        lines.append(ShellWord.quoted(isSocket ? "ws" + address.dropFirst(4) : address))
        // A short command is written in one line.
        let whole = lines.joined(separator: " ")
        return whole.count <= 60 ? whole : lines.joined(separator: " \\\n  ")
    }

    private var credentialsOfCurl: [String] {
        switch scheme {
        case .http(let name) where name.lowercased() == "basic":
            ["-u " + ShellWord.quoted("\(user.name):\(user.password)")]
        case .http(let name) where name.lowercased() == "digest":
            ["--digest -u " + ShellWord.quoted("\(user.name):\(user.password)")]
        case .http(let name): [#"-H "Authorization: \#(name) $TOKEN""#]
        case .field(let name): [#"-H "\#(name.rawName): $KEY""#]
        default: []
        }
    }
}
