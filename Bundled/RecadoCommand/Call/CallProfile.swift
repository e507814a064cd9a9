// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoYAML

/// Named settings of calls, from a file that the user writes.
///
/// ```yaml
/// school:
///   server: https://school.example.org
///   user: ana
///   password-file: /srv/school.password
/// ```
struct CallProfile: Sendable {
    static let option = CommandOption(
        "profile",
        "name",
        about:
            "The settings of that name in recado/profiles.yaml of $XDG_CONFIG_HOME; $RECADO_PROFILE by default."
    )

    /// The options that a profile may have; a password is not allowed.
    private static let keys = [
        CallCommand.server, CallCommand.user, CallCommand.passwordFile, CallCommand.netrc,
        CallCommand.timeout, ConnectionOptions.authorities, ConnectionOptions.pin,
    ]
    /// The options with the user's credentials.
    private static let callerKeys = [
        CallCommand.user.name, CallCommand.passwordFile.name, CallCommand.netrc.name,
    ]
    /// The greatest size of the file, in bytes: enough for thousands of profiles.
    private static let limit = 1 << 20

    private let values: [String: [String]]

    /// Completes the arguments of a call with settings from the profile and the environment.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - namesCaller: True if the endpoint requires credentials; a profile's credentials are not
    ///     sent to other endpoints.
    /// - Throws: A usage error for a profile that does not exist or cannot be read.
    static func complete(
        _ arguments: inout ParsedArguments,
        namingCaller namesCaller: Bool
    ) throws(CommandError) {
        let isNamed = arguments.contains(CallCommand.user) || arguments.contains(CallCommand.netrc)
        if let name = arguments[option] ?? Environment["RECADO_PROFILE"] {
            let profile = try CallProfile(named: name)
            for key in keys where !arguments.contains(key) {
                let isOfCaller = callerKeys.contains(key.name)
                guard !isOfCaller || namesCaller && !isNamed else { continue }
                for value in profile.values[key.name] ?? [] { arguments.add(value, to: key) }
            }
        }
        guard namesCaller, !arguments.contains(CallCommand.user),
            !arguments.contains(CallCommand.netrc), let user = Environment["RECADO_USER"]
        else { return }
        arguments.add(user, to: CallCommand.user)
    }

    /// Reads a profile.
    private init(named name: String) throws(CommandError) {
        let path = try Self.path()
        let shown = DisplayText.clean(name)
        let bytes = try InputFile.read(path, limit: Self.limit, for: "--profile \(shown)")
        let file: Value
        do throws(CodingError) {
            file = try YAML().value(from: bytes)
        } catch {
            throw .usage("\(path): \(error)")
        }
        guard let profile = file[name]?.objectValue else {
            let names = file.objectValue?.keys.map(DisplayText.clean).joined(separator: ", ") ?? ""
            throw .usage("\(path) has no profile \(shown)", "it has \(names)")
        }
        values = try Self.values(of: profile, "\(path): \(shown)")
    }

    /// Returns the path of the file with profiles (XDG Base Directory Specification).
    private static func path() throws(CommandError) -> String {
        if let given = Environment["XDG_CONFIG_HOME"], given.hasPrefix("/") {
            return given + "/recado/profiles.yaml"
        }
        guard let home = Environment["HOME"] else {
            throw .usage("there is no home folder with profiles")
        }
        return home + "/.config/recado/profiles.yaml"
    }

    private static func values(
        of profile: Value.Object,
        _ place: String
    ) throws(CommandError) -> [String: [String]] {
        var values: [String: [String]] = [:]
        for (name, value) in profile {
            let shown = DisplayText.clean(name)
            guard name != "password" else {
                throw .usage(
                    "\(place) has a password, which others could read",
                    "password-file names a file that has it"
                )
            }
            guard let key = keys.first(where: { $0.name == name }) else {
                let known = keys.map(\.name).joined(separator: ", ")
                throw .usage("\(place) has “\(shown)”, which no profile has", "expected \(known)")
            }
            let texts = (value.arrayValue ?? [value]).map { Table.text($0) }
            // An option without a value can only be present or absent.
            if key.placeholder == nil {
                values[name] = texts == ["yes"] ? [""] : []
            } else {
                values[name] = texts
            }
        }
        return values
    }
}
