// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoContracts
import RecadoEndpoints

/// A public server that one of the bundled services replaces.
///
/// Callers with a key for it in the environment call it through the same declaration.
struct PublicServer: Sendable {
    /// The address that the routes are appended to.
    private let usualBase: String
    /// The name of the variables: `OMDB` for `OMDB_KEY` and `OMDB_URL`.
    private let name: String
    /// The option that takes the key.
    private let option: String
    /// The models of the server's errors.
    let errors: [ErrorModel]

    /// The server that a service replaces; `nil` for a service that replaces none.
    static func server(of service: String) -> PublicServer? { all[service] }

    private static let all = [
        Weather.api.name: PublicServer(
            usualBase: "https://api.openweathermap.org/data/2.5",
            name: "OPENWEATHERMAP",
            option: "appid",
            errors: [ErrorModel(WeatherRefusal.self)]
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

    /// The base of the routes, if there is a key for the server: its own, or the address in
    /// `OMDB_URL` and similar variables, for a proxy or a test.
    var base: String? { key == nil ? nil : Environment[name + "_URL"] ?? usualBase }

    /// The arguments of a call, with a key added unless they have one.
    ///
    /// The bundled service accepts any key. The key of the environment is sent only to ``base``,
    /// not to a server that `--server` names, and without verification only to this machine or
    /// with a pin.
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
