// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

/// An intended difference between the coders: the same input, and the outcome of each.
struct Deliberate: Sendable, CustomTestStringConvertible {
    let reason: String
    let foundation: String
    let recado: String
    /// Runs both coders, and returns Foundation's outcome and those of each code path of Recado.
    let outcomes: @Sendable () -> (foundation: String, recado: Set<String>)

    var testDescription: String { reason }

    /// Returns an intended difference in decoding a document.
    static func reading<Model: Decodable & SendableMetatype>(
        _ type: Model.Type,
        _ document: String,
        foundation: String,
        recado: String,
        by coders: @escaping @Sendable () -> Coders = { Coders() },
        because reason: String
    ) -> Deliberate {
        Deliberate(reason: reason, foundation: foundation, recado: recado) {
            let theirs = theirOutcome(type, document, coders())
            let ours = ourOutcomes(type, document, coders())
            return (theirs.description, Set(ours.map(\.outcome.description)))
        }
    }

    /// Returns an intended difference in encoding a value.
    static func writing(
        _ value: some Encodable & Sendable,
        foundation: String,
        recado: String,
        by coders: @escaping @Sendable () -> Coders = { Coders() },
        because reason: String
    ) -> Deliberate {
        Deliberate(reason: reason, foundation: foundation, recado: recado) {
            let ours = Outcome { try coders().recado.encodeToString(value) }
            return (theirWriting(value, coders()).description, [ours.description])
        }
    }
}

@Suite struct `Intended differences from Foundation` {
    @Test(arguments: Deliberate.numbers + Deliberate.texts + Deliberate.models + Deliberate.written)
    func `have exactly the recorded outcomes`(_ difference: Deliberate) {
        let found = difference.outcomes()
        #expect(found.foundation == difference.foundation)
        #expect(found.recado == [difference.recado])
        #expect(difference.foundation != difference.recado)
    }
}
