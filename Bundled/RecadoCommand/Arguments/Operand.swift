// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An argument that does not belong to an option: its name in the help, and the allowed number.
struct Operand: Sendable, Hashable {
    /// The number of arguments for an operand.
    enum Count: Sendable, Hashable {
        /// One, which is required.
        case one
        /// One, or none.
        case optional
        /// One, which may instead be given by the option with the same name.
        case oneOrOption
        /// One or more.
        case list
    }

    /// The name.
    let name: String
    /// The number of arguments for it.
    let count: Count
    /// The choices, for the error if it is missing.
    let example: String?

    init(_ name: String, _ count: Count = .one, example: String? = nil) {
        self.name = name
        self.count = count
        self.example = example
    }

    /// The address of a service, or of a resource there.
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
