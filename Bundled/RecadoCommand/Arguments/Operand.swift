// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An argument that belongs to no option: what the help calls it, and how many there may be.
struct Operand: Sendable, Hashable {
    /// The number of arguments that an operand stands for.
    enum Count: Sendable, Hashable {
        /// One, which must be there.
        case one
        /// One, or none.
        case optional
        /// One, which may be given by the option of the same name instead.
        case oneOrOption
        /// One or more.
        case list
    }

    /// The name.
    let name: String
    /// The number of arguments that it stands for.
    let count: Count
    /// The choices, for the error where it is missing.
    let example: String?

    init(_ name: String, _ count: Count = .one, example: String? = nil) {
        self.name = name
        self.count = count
        self.example = example
    }

    /// The address of a service, or of something there.
    static let url = Operand("url", example: "http://localhost:3000/videoclub")

    /// The operand as the help shows it: `<url>`, `[q]`, `<file>…`.
    var usage: String {
        switch count {
        case .one, .oneOrOption: "<\(name)>"
        case .optional: "[\(name)]"
        case .list: "<\(name)>…"
        }
    }
}
