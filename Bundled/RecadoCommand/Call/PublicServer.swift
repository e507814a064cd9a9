// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoContracts
import RecadoEndpoints

/// A server of the public network that one of the bundled services stands in for.
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

    /// The server that a service stands in for; `nil` for a service of its own.
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

    /// The key for the server, as the environment has it.
    var key: String? { Environment[keyName] }

    private var keyName: String { name + "_KEY" }

    /// The base of the routes, if there is a key for the server: its own, or the address in
    /// `OMDB_URL` and the like, for a proxy or a test in between.
    var base: String? { key == nil ? nil : Environment[name + "_URL"] ?? usualBase }

    /// The arguments of a call with a key, unless they have one.
    ///
    /// The bundled service takes any key. Another server than the public one does not get to see
    /// that of the environment, nor does one that nobody has verified.
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
