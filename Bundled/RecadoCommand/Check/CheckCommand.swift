// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoHTTP

/// `recado check`: checks that a running service follows the rules of HTTP and its own OpenAPI
/// document.
enum CheckCommand {
    static let unsafeMethods = CommandOption(
        "unsafe",
        about: """
            Call the methods that change something, too, with invented inputs; not for a service whose \
            data matters.
            """
    )
    static let advice = CommandOption(
        "advice",
        about: "Say, too, what breaks no rule and could be better."
    )
    static let json = CommandOption("json", about: "Write JSON.")
    static let slow = CommandOption(
        "slow",
        "milliseconds",
        about: "How long an answer may take before that is a finding; 2000 by default."
    )
    static let timeout = CommandOption(
        "timeout",
        "seconds",
        about: "How long to wait for each answer; 10 by default."
    )

    static let command = Command(
        "check",
        "Checks a running service against HTTP's rules, by its OpenAPI document.",
        detail: """
            The address is that of the document, or of the folder in which openapi.json is. Requests go \
            to the address's own host alone. Without --unsafe they change nothing.
            """,
        options: [
            unsafeMethods, CallCommand.user, CallCommand.passwordFile, CallCommand.netrc,
            ConnectionOptions.passwordsInClear,
            advice, json, slow, timeout,
        ] + ConnectionOptions.trust,
        operands: [.url],
        notes: [CommandError.notes(finding: "A rule is broken.")]
    ) { (arguments, terminal) async throws(CommandError) in
        do throws(CommandError) {
            try await run(arguments, on: terminal)
        } catch {
            throw error.besideFindings
        }
    }

    private static func run(
        _ arguments: ParsedArguments,
        on terminal: Terminal
    ) async throws(CommandError) {
        let address = try TypedAddress(arguments.operands.first ?? "", for: "<url>").text
        let uri: URI
        do throws(URIError) {
            uri = try URI(address)
            _ = try Request(method: .get, uri: uri)
        } catch {
            throw .usage("<url>: \(error)")
        }
        let rules = try rules(arguments)
        let seconds = try arguments.number(timeout, in: 1...3_600) ?? 10
        let caller = CheckCaller(
            transport: try ConnectionOptions.transport(arguments, to: address),
            timeouts: Timeouts(total: .seconds(seconds)),
            authorization: try CallCommand.credentials(arguments, for: address, on: terminal)?
                .authorization
        )
        let service = try await DescribedService.fetch(uri, with: caller)
        var check = ServiceCheck(
            service: service,
            caller: caller,
            callsUnsafe: arguments.contains(unsafeMethods),
            rules: rules
        )
        await check.run()
        let report = check.report
        try terminal.write(
            arguments.contains(json) ? report.json : report.text(width: terminal.tableWidth)
        )
        if !report.findings.isEmpty { throw CommandError.found }
    }

    /// Returns the rules that apply to every exchange.
    private static func rules(_ arguments: ParsedArguments) throws(CommandError) -> [CheckRule] {
        let milliseconds = try arguments.number(slow, in: 1...3_600_000) ?? 2_000
        let rules = CheckRule.all + [CheckRule.time(within: .milliseconds(milliseconds))]
        return arguments.contains(advice) ? rules + CheckRule.advice : rules
    }
}
