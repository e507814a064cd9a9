// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding

/// `recado diagnose`: reports each step of a connection to an address.
enum DiagnoseCommand {
    static let json = CommandOption("json", about: "Write JSON.")
    static let timeout = CommandOption(
        "timeout",
        "seconds",
        about: "How long to wait for the whole answer; 30 by default."
    )

    static let command = Command(
        "diagnose",
        "Calls an address and tells how that went, from the name to the content.",
        detail:
            "Addresses, proxy, TLS, certificates with their pins, redirects, times and what they mean.",
        options: [json, timeout] + ConnectionOptions.trust,
        operands: [.url]
    ) { (arguments, terminal) async throws(CommandError) in
        try await run(arguments, on: terminal)
    }

    private static func run(
        _ arguments: ParsedArguments,
        on terminal: Terminal
    ) async throws(CommandError) {
        let address = try TypedAddress(arguments.operands.first ?? "", for: "<url>").text
        let seconds = try arguments.number(timeout, in: 1...3600) ?? 30
        let client = try Client.typed(address: address, arguments) {
            $0.timeouts.total = .seconds(seconds)
        }
        let diagnosis = await client.diagnose(address)
        if arguments.contains(json) {
            try terminal.write(diagnosis, asJSONOf: "report", isPretty: true)
        } else {
            try terminal.write(lines(of: diagnosis, width: terminal.width))
        }
        // As with a call, the exit code tells programs about the failure; the report is already
        // complete.
        if diagnosis.failure != nil { throw CommandError(code: 3, lines: []) }
        switch diagnosis.status ?? 200 {
        case 400..<500: throw CommandError(code: 4, lines: [])
        case 500...: throw CommandError(code: 5, lines: [])
        default: break
        }
    }

    private static func lines(of diagnosis: Diagnosis, width: Int) -> String {
        diagnosis.lines.map { line in
            // Text for copying, such as a pin, is not wrapped.
            let isProse = line.hasPrefix("hint") || line.hasPrefix("failure")
            let text = DisplayText.clean(line)
            guard isProse, let mark = text.firstIndex(of: " ") else { return text + "\n" }
            let name = text[..<mark]
            let blank = String(repeating: " ", count: 14 - name.count)
            let rest = text[mark...].drop { $0 == " " }
            let wrapped = DisplayText.wrap(String(rest), to: max(width - 14, 30))
            return name + blank
                + wrapped.joined(separator: "\n" + String(repeating: " ", count: 14)) + "\n"
        }.joined()
    }
}
