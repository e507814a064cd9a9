// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoPasswords
import RecadoServices
import RecadoStore

/// The command `recado user`.
enum UserCommand {
    static let filmsTo = CommandOption(
        "films-to",
        "member",
        about: "The member who gets the films of the one who is removed."
    )
    static let withFilms = CommandOption("with-films", about: "Remove the member's films, too.")
    static let json = CommandOption("json", about: "Write JSON, on a terminal, too.")
    private static let member = Operand("name", example: "ana")

    static let command = Command(
        "user",
        "Adds, removes and lists the members of the videoclub.",
        detail: """
            A password is asked for on a terminal, and otherwise read from the first line of standard \
            input; it is never an argument, which others on the machine could see.
            """,
        options: [ServeCommand.database],
        noun: "action",
        commands: [
            Command("add", "Adds a member.", operands: [member]) {
                (arguments, terminal) async throws(CommandError) in
                let name = arguments.operands.first ?? ""
                let password = try newPassword(of: name, on: terminal)
                try await run(arguments, for: .making, on: terminal) { roll in
                    try await roll.add(name, password: password)
                }
                try terminal.say("\(name) can sign in")
            },
            Command("password", "Replaces the password of a member.", operands: [member]) {
                (arguments, terminal) async throws(CommandError) in
                let name = arguments.operands.first ?? ""
                let password = try newPassword(of: name, on: terminal)
                try await run(arguments, on: terminal) { roll in
                    try await roll.setPassword(of: name, to: password)
                }
                try terminal.say("\(name) has another password")
            },
            Command(
                "remove",
                "Removes a member.",
                detail:
                    "A member who has films is removed only when it is said what becomes of them.",
                options: [filmsTo, withFilms, Confirmation.yes],
                operands: [member]
            ) { (arguments, terminal) async throws(CommandError) in
                try await remove(arguments, on: terminal)
            },
            Command("list", "Lists the members.", options: [json]) {
                (arguments, terminal) async throws(CommandError) in
                try await list(arguments, on: terminal)
            },
        ]
    )

    private static func remove(
        _ arguments: ParsedArguments,
        on terminal: Terminal
    ) async throws(CommandError) {
        let name = arguments.operands.first ?? ""
        let fate: MemberRoll.FilmsFate
        switch (arguments[filmsTo], arguments.contains(withFilms)) {
        case (.some, true): throw .usage("--films-to and --with-films exclude each other")
        case (let heir?, false): fate = .give(to: heir)
        case (nil, true): fate = .remove
        case (nil, false): fate = .keep
        }
        let what: LocalizedText =
            fate == .remove ? "remove \(name) with all films" : "remove \(name)"
        try Confirmation.ask(what, arguments, on: terminal)
        let count = try await run(arguments, on: terminal) { roll in
            try await roll.remove(name, films: fate)
        }
        switch fate {
        case .keep: try terminal.say("\(name) is removed")
        case .remove: try terminal.say("\(name) is removed, with \(count) films")
        case .give(let heir):
            try terminal.say("\(name) is removed; \(count) films are \(heir)'s now")
        }
    }

    private static func list(
        _ arguments: ParsedArguments,
        on terminal: Terminal
    ) async throws(CommandError) {
        let entries = try await run(arguments, for: .reading, on: terminal) { roll in
            try await roll.entries()
        }
        if terminal.isInteractive, !arguments.contains(json) {
            let rows = entries.map { entry -> Value in
                [
                    "name": .string(entry.name), "films": .number(Value.Number(entry.films)),
                    "since": .string(entry.since),
                ]
            }
            return try terminal.write(Table(.array(rows))?.text(width: terminal.width) ?? "")
        }
        try terminal.write(entries, asJSONOf: "list")
    }

    // MARK: - Steps

    /// Reads a new password, which is typed twice on a terminal or is the first line of standard
    /// input.
    private static func newPassword(
        of name: String,
        on terminal: Terminal
    ) throws(CommandError) -> String {
        if let password = try terminal.askForSecret(
            LocalizedText("New password of \(name): ").description
        ) {
            guard try terminal.askForSecret(LocalizedText("Again: ").description) == password else {
                throw .usage("the two passwords differ")
            }
            return password
        }
        let line = try terminal.readInput(upTo: 1_024).prefix { $0 != 0x0A && $0 != 0x0D }
        guard let password = String(validating: line, as: UTF8.self), !password.isEmpty else {
            throw .usage(
                "the password is missing: type it on a terminal, or have it in the first line of standard input"
            )
        }
        return password
    }

    private static func run<Result: Sendable>(
        _ arguments: ParsedArguments,
        for purpose: DatabasePlace.Purpose = .changing,
        on terminal: Terminal,
        _ work: (MemberRoll) async throws -> Result
    ) async throws(CommandError) -> Result {
        let place = try DatabasePlace(arguments)
        return try await place.open(for: purpose, telling: terminal) {
            store async throws(CommandError) in
            do {
                return try await work(try await MemberRoll(store: store))
            } catch {
                throw failure(error, of: arguments.operands.first ?? "", place)
            }
        }
    }

    private static func failure(
        _ error: any Error,
        of name: String,
        _ place: DatabasePlace
    ) -> CommandError {
        switch error {
        case TransactionError<MemberFailure>.failed(.hasFilms(let count)):
            CommandError(
                code: 4,
                "the member has \(count) films",
                "say --films-to <member> or --with-films"
            )
        case TransactionError<MemberFailure>.failed(.noSuchMember(let name)):
            CommandError(code: 4, "there is no member \(name)")
        case TransactionError<MemberFailure>.failed(.sameMember):
            CommandError(code: 4, "the films cannot go to the member who is removed")
        case TransactionError<MemberFailure>.store(let error): place.failure(error)
        case let error as StoreError: place.failure(error)
        case TransactionError<MemberFailure>.failed(.nameTaken), EnrolmentError.nameTaken:
            CommandError(code: 4, "the name \(name) is taken by another member")
        case EnrolmentError.unsuitableName:
            CommandError(
                code: 4,
                "the name \(name) is unsuitable; expected 1 to 64 ASCII letters, digits and . _ - @"
            )
        case EnrolmentError.unsuitablePassword:
            CommandError(
                code: 4,
                "the password of \(name) is unsuitable; expected 6 to 128 characters"
            )
        default: .failed("\(error)")
        }
    }
}
