// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoAuthentication
import RecadoClient
import RecadoHTTP

extension CallCommand {
    /// The greatest length of a password in bytes, as for input on a terminal.
    private static let passwordLimit = 1_024
    /// The greatest size of a netrc file in bytes: enough for thousands of hosts.
    private static let netrcLimit = 1 << 20

    /// Returns the credentials from the options `--user` and `--netrc`, if any.
    static func credentials(
        _ arguments: ParsedArguments,
        for address: String,
        on terminal: Terminal
    ) throws(CommandError) -> BasicCredentials? {
        guard let option = arguments[user] else {
            guard arguments.contains(netrc) else { return nil }
            return try netrcCredentials(arguments, for: address)
        }
        try ConnectionOptions.checkPassword(to: address, arguments)
        let parts = option.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts.first ?? "")
        guard !name.isEmpty else { throw .usage("--user needs the name of a user") }
        var password = parts.count > 1 ? String(parts[1]) : nil
        // A dry run needs no password, because the shown request has its password masked.
        if password == nil, arguments.contains(dryRun) { password = "-" }
        if password == nil, let file = arguments[passwordFile] {
            password = try firstLine(of: file, on: terminal)
        }
        password = password ?? Environment["RECADO_PASSWORD"]
        if password == nil {
            password = try terminal.askForSecret(
                LocalizedText("Password of \(name): ").description
            )
        }
        guard let password else {
            throw .usage(
                "the password of \(DisplayText.clean(name)) is missing",
                "give it by --password-file, by $RECADO_PASSWORD or on a terminal"
            )
        }
        do throws(BasicCredentialsError) {
            return try BasicCredentials(user: name, password: password)
        } catch {
            throw .usage("--user: \(error)")
        }
    }

    private static func firstLine(
        of path: String,
        on terminal: Terminal
    ) throws(CommandError) -> String {
        let bytes =
            path == "-"
            ? try terminal.readInput(upTo: passwordLimit)
            : try InputFile.read(path, limit: passwordLimit, for: "--password-file")
        let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        guard let password = String(validating: line, as: UTF8.self), !password.isEmpty else {
            throw .usage("--password-file: the first line of \(path) is no password")
        }
        return password
    }

    /// Returns the user name and the password for a host from a netrc file, which curl also reads.
    private static func netrcCredentials(
        _ arguments: ParsedArguments,
        for address: String
    ) throws(CommandError) -> BasicCredentials? {
        guard let path = Environment["NETRC"] ?? Environment["HOME"].map({ $0 + "/.netrc" }) else {
            throw .usage("--netrc: there is no home folder with .netrc")
        }
        let bytes = try InputFile.read(path, limit: netrcLimit, for: "--netrc")
        let file: Netrc
        do throws(CredentialFileError) {
            file = try Netrc(parsing: String(decoding: bytes, as: UTF8.self))
        } catch {
            throw .usage("--netrc: \(path): \(error)")
        }
        guard let host = (try? URI(address))?.host, let found = file.credentials(forHost: host)
        else { return nil }
        try ConnectionOptions.checkPassword(to: address, arguments)
        return found
    }
}
