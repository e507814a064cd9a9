// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Writes types as Swift code.
struct TypeText {
    private let declarations: [ModelDeclaration]

    init(_ declarations: [ModelDeclaration]) { self.declarations = declarations }

    func text(of type: SwiftType) -> String {
        switch type {
        case .plain(let name): name
        case .model(let number): declarations[number].name
        case .array(let element): "[\(text(of: element))]"
        case .map(let value): "[String: \(text(of: value))]"
        case .optional(let type): text(of: type.withoutOptional) + "?"
        }
    }
}
