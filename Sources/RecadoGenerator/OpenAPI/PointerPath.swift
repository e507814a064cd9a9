// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The path to a value from the root of its document, as a linked list that begins with the last
/// step.
///
/// Values below the same step share its storage.
final class PointerPath: Sendable {
    private let parent: PointerPath?
    /// The member name or the index of the last step.
    let token: String
    private let hash: Int

    init(_ token: String, from parent: PointerPath?) {
        self.parent = parent
        self.token = token
        var hasher = Hasher()
        hasher.combine(parent?.hash)
        token.hashBytes(into: &hasher)
        hash = hasher.finalize()
    }

    /// The steps from the last to the first.
    var reversed: [String] {
        var tokens: [String] = []
        var path: PointerPath? = self
        while let step = path {
            tokens.append(step.token)
            path = step.parent
        }
        return tokens
    }

    /// The path as a JSON Pointer (RFC 6901).
    var pointer: String {
        reversed.reversed().map { "/" + PointerToken.escaped($0) }.joined()
    }
}

extension PointerPath: Hashable {
    static func == (one: PointerPath, other: PointerPath) -> Bool {
        var (one, other) = (Optional(one), Optional(other))
        while let step = one, let counterpart = other {
            if step === counterpart { return true }
            guard step.hash == counterpart.hash, step.token.hasSameBytes(as: counterpart.token)
            else {
                return false
            }
            (one, other) = (step.parent, counterpart.parent)
        }
        return one == nil && other == nil
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
