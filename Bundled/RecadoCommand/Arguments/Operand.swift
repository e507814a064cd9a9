// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A positional argument: its name in the help, and the allowed number of values.
struct Operand: Sendable, Hashable {
    /// The number of arguments that an operand takes.
    enum Count: Sendable, Hashable {
        /// Exactly one argument.
        case one
        /// One argument, which may be omitted.
        case optional
        /// Exactly one argument; the option with the same name can replace it.
        case oneOrOption
        /// One or more arguments.
        case list
    }

    /// The name of the operand in the help.
    let name: String
    /// The number of arguments that the operand takes.
    let count: Count
    /// An example, for the error message if the operand is missing.
    let example: String?

    init(_ name: String, _ count: Count = .one, example: String? = nil) {
        self.name = name
        self.count = count
        self.example = example
    }

    /// The URL of a service or of a resource.
    static let url = Operand("url", example: "http://localhost:3000/videoclub")

    /// The operand in the notation of the help: `<url>`, `[q]`, `<file>…`.
    var usage: String {
        switch count {
        case .one, .oneOrOption: "<\(name)>"
        case .optional: "[\(name)]"
        case .list: "<\(name)>…"
        }
    }
}
