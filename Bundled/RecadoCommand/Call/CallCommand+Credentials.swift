// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension CallCommand {
    /// Who calls a server, as the option `--user` says.
    static func credentials(
        _ arguments: ParsedArguments,
        for address: String,
        on terminal: Terminal
    ) throws(CommandFailure) -> BasicCredentials? {
        guard let option = arguments[user] else { return nil }
        try ConnectionOptions.checkPassword(to: address, arguments)
        let parts = option.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts.first ?? "")
        var password = parts.count > 1 ? String(parts[1]) : Environment["RECADO_PASSWORD"]
        if password == nil { password = try terminal.askForSecret("Password of \(name): ") }
        guard let password else { throw .usage("--user \(name): the password is missing") }
        do throws(BasicCredentialsError) {
            return try BasicCredentials(user: name, password: password)
        } catch {
            throw .usage("--user: \(error)")
        }
    }
}
