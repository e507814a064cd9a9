// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoContracts

/// The content of a simulated answer, before a fault truncates or replaces the content.
struct SimulatedContent: Sendable {
    var shape: Playground.Shape
    var root: MemberPath?
    var errorRoot: MemberPath?
    /// The code of the error; `nil` to use the shape's default code.
    var code: Int?
    /// True to replace objects and numbers with texts.
    var isMistyped = false
    /// The user, if the shape has one.
    var user = users.first

    /// The users for answers to calls that send no user.
    static let users = (
        first: Playground.User(
            code: "A-1",
            name: "Alicia Abad",
            birthday: "18/10/1981",
            signedUp: "29/10/2016 10:20:12"
        ),
        second: Playground.User(
            code: "B-2",
            name: "Bruno Blasco",
            birthday: "28/12/1984",
            signedUp: "10/10/2016 11:30:42"
        ),
        third: Playground.User(
            code: "C-3",
            name: "Carla Costa",
            birthday: "02/02/1987",
            signedUp: "01/03/2017 13:22:01"
        )
    )

    /// The content for the shape.
    var value: Value {
        switch shape {
        case .everything: everything
        case .user: Self.placed([(user(user), root)])
        case .list:
            Self.placed([(.array(Self.allUsers.map(user)), root)])
        case .error: Self.placed([(error(code ?? 1), errorRoot)])
        case .envelope: envelope(code ?? 0)
        }
    }

    private static var allUsers: [Playground.User] { [users.first, users.second, users.third] }

    /// Errors and users at every path where clients may look for them.
    private var everything: Value {
        var content: Value = ["error": error(0), "errors": error(code ?? 1)]
        for (key, value) in user(Self.users.first).objectValue ?? [:] { content[key] = value }
        content["respuesta"] = user(Self.users.second)
        content["user"] = user(Self.users.third)
        return content
    }

    private func envelope(_ code: Int) -> Value {
        Self.placed([
            (error(code), errorRoot ?? "error"),
            (code == 0 ? user(user) : .null, root ?? "respuesta"),
        ])
    }

    // MARK: - Members

    private func user(_ user: Playground.User) -> Value {
        guard !isMistyped else { return .string(user.name) }
        var value: Value = ["codigo": .string(user.code), "nombre": .string(user.name)]
        var dates = Value.null
        if let birthday = user.birthday { dates["nacimiento"] = .string(birthday) }
        if let signedUp = user.signedUp { dates["inscripcion"] = .string(signedUp) }
        if !dates.isNull { value["fechas"] = dates }
        return value
    }

    private func error(_ code: Int) -> Value {
        [
            "codError": isMistyped ? "diez" : .number(.init(code)),
            "descripcion": code == 0 ? "OK" : "Algo ha ido mal",
        ]
    }

    // MARK: - Places

    /// Puts values at their paths; the last value without a path becomes the whole content.
    private static func placed(_ values: [(Value, MemberPath?)]) -> Value {
        values.reduce(.null) { content, placed in
            set(placed.0, at: placed.1?.names[...] ?? [], of: content)
        }
    }

    private static func set(
        _ value: Value,
        at names: ArraySlice<String>,
        of content: Value
    ) -> Value {
        guard let name = names.first else { return value }
        // A value that is not an object is replaced with an empty object.
        var content: Value = content.objectValue == nil ? [:] : content
        content[name] = set(value, at: names.dropFirst(), of: content[name] ?? .null)
        return content
    }
}
