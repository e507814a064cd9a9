// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoContracts
import RecadoEndpoints

/// A public server that one of the bundled services imitates.
///
/// If the environment has a key for the public server, the command calls that server through the
/// same declaration.
struct PublicServer: Sendable {
    /// The public server's base URL, to which routes are appended.
    private let usualBase: String
    /// The prefix of the environment variables: `OMDB` for `OMDB_KEY` and `OMDB_URL`.
    private let name: String
    /// The name of the option that takes the key.
    private let option: String
    /// The error formats of the public server.
    let errors: [ErrorModel]

    /// Returns the public server that a service imitates; `nil` if there is none.
    static func server(of service: String) -> PublicServer? { all[service] }

    private static let all = [
        Weather.api.name: PublicServer(
            usualBase: "https://api.openweathermap.org/data/2.5",
            name: "OPENWEATHERMAP",
            option: "appid",
            errors: [ErrorModel(WeatherError.self)]
        ),
        FilmDatabase.api.name: PublicServer(
            usualBase: "https://www.omdbapi.com",
            name: "OMDB",
            option: "apikey",
            errors: []
        ),
    ]

    /// The key for the server, from the environment.
    var key: String? { Environment[keyName] }

    private var keyName: String { name + "_KEY" }

    /// The base URL to call; `nil` without a key.
    ///
    /// A variable such as `OMDB_URL` replaces the usual base, for a proxy or a test.
    var base: String? { key == nil ? nil : Environment[name + "_URL"] ?? usualBase }

    /// Returns the arguments of a call, and adds an API key if they contain none.
    ///
    /// For ``base``, the key is that of the environment; other servers get `recado`, because the
    /// bundled service accepts any key. The environment's key is never sent to a server that
    /// `--server` names. If the verification of certificates is off, the environment's key is sent
    /// only to this machine, or to a server whose public key a pin verifies.
    func withKey(_ arguments: ParsedArguments) throws(CommandError) -> ParsedArguments {
        guard arguments.values[option] == nil else { return arguments }
        var given = "recado"
        if !arguments.contains(CallCommand.server), let key, let base {
            try ConnectionOptions.checkKey(in: keyName, insteadOf: option, to: base, arguments)
            given = key
        }
        var arguments = arguments
        arguments.add(given, to: CommandOption(option, "text", about: ""))
        return arguments
    }
}
