// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

/// A difference between the coders that is meant, with what each makes of the same thing.
struct Deliberate: Sendable, CustomTestStringConvertible {
    let reason: String
    let foundation: String
    let recado: String
    /// The present outcomes of each; ours in each of the ways that there are.
    let outcomes: @Sendable () -> (foundation: String, recado: Set<String>)

    var testDescription: String { reason }

    /// A difference in reading a document.
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

    /// A difference in writing a value.
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

@Suite struct `Differences from Foundation that are meant` {
    @Test(arguments: Deliberate.numbers + Deliberate.texts + Deliberate.models + Deliberate.written)
    func `are there`(_ difference: Deliberate) {
        let found = difference.outcomes()
        #expect(found.foundation == difference.foundation)
        #expect(found.recado == [difference.recado])
        #expect(difference.foundation != difference.recado)
    }
}
