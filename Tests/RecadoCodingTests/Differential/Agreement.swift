// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

// MARK: - Decoding

/// A document that Foundation refuses as corrupted without a coding path, and the path that Recado
/// reports.
///
/// Foundation does so for numbers that a type cannot hold and for dates that are texts. This is the
/// one difference that is accepted wherever it occurs.
typealias Unplaced = (document: String, pointer: String)

/// Expects that both coders read the valid documents as equal values, and refuse the broken ones
/// with the same reason at the same coding path.
///
/// Each document is read alone, in a list and in a dictionary, and each time by all of Recado's
/// code paths.
func expectAgreement<Model: Decodable & Equatable>(
    on type: Model.Type,
    valid: [String] = [],
    broken: [String] = [],
    unplaced: [Unplaced] = [],
    by coders: Coders = Coders(),
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let plain = (valid + broken).map { (document: $0, pointer: String?.none) }
    for (document, pointer) in plain + unplaced.map({ ($0.document, $0.pointer) }) {
        let isValid = valid.contains(document)
        let found = [
            compare(type, document, isValid, unplaced: pointer, coders),
            compare(
                [Model].self,
                "[\(document)]",
                isValid,
                unplaced: pointer.map { "/0" + $0 },
                coders
            ),
            compare(
                [String: Model].self,
                #"{"a/b": \#(document)}"#,
                isValid,
                unplaced: pointer.map { "/a~1b" + $0 },
                coders
            ),
        ]
        if let difference = found.joined().first {
            Issue.record("\(difference)", sourceLocation: sourceLocation)
        }
    }
}

/// Returns the result of decoding a document with Foundation.
func theirOutcome<Model: Decodable>(
    _ type: Model.Type,
    _ document: String,
    _ coders: Coders = Coders()
) -> Outcome<Model> {
    Outcome { try coders.decoder.decode(type, from: Data(document.utf8)) }
}

/// Returns the results of decoding a document with Recado, by each of its code paths.
///
/// Short texts have a parser of their own, and a coder with options uses other containers.
func ourOutcomes<Model: Decodable>(
    _ type: Model.Type,
    _ document: String,
    _ coders: Coders = Coders()
) -> [(way: String, outcome: Outcome<Model>)] {
    let long = document + String(repeating: " ", count: 5_000)
    var ruled = coders.recado
    ruled.booleans = .strict
    return [
        ("short", Outcome { try coders.recado.decode(type, from: document) }),
        ("long", Outcome { try coders.recado.decode(type, from: long) }),
        ("ruled", Outcome { try ruled.decode(type, from: document) }),
        ("parsed", Outcome { try coders.recado.parse(Array(document.utf8)).decode(type) }),
    ]
}

private func compare<Model: Decodable & Equatable>(
    _ type: Model.Type,
    _ document: String,
    _ isValid: Bool,
    unplaced pointer: String?,
    _ coders: Coders
) -> [String] {
    let theirs = theirOutcome(type, document, coders)
    let name = document.count > 400 ? "\(document.prefix(400))…" : document
    guard (theirs.refusal == nil) == isValid else { return ["\(name): Foundation \(theirs)"] }
    var expected = theirs
    if let pointer, var refusal = theirs.refusal {
        guard refusal.description == "dataCorrupted" else {
            return ["\(name): Foundation \(theirs)"]
        }
        refusal.pointer = pointer
        expected = .refusal(refusal)
    }
    return ourOutcomes(type, document, coders).compactMap { way, ours in
        ours == expected ? nil : "\(name) (\(way)): Foundation \(theirs), Recado \(ours)"
    }
}

// MARK: - Encoding

/// Expects that both coders write equal documents, and that each reads the other's document back as
/// the same value.
func expectRoundTrips<Model: Codable & Equatable>(
    _ values: [Model],
    by coders: Coders = Coders(),
    sourceLocation: SourceLocation = #_sourceLocation
) {
    for value in values {
        let found = [
            compareWriting(value, coders), compareWriting([value], coders),
            compareWriting(["a": value], coders),
        ]
        if let difference = found.joined().first {
            Issue.record("\(difference)", sourceLocation: sourceLocation)
        }
    }
}

/// Expects that neither coder writes a value, with the same reason at the same coding path.
func expectRefusals<Model: Encodable>(
    of values: [Model],
    _ description: String,
    by coders: Coders = Coders(),
    sourceLocation: SourceLocation = #_sourceLocation
) {
    for value in values {
        #expect(
            theirWriting(value, coders).description == description,
            sourceLocation: sourceLocation
        )
        for (way, ours) in ourWritings(value, coders) {
            #expect(ours.description == description, "\(way)", sourceLocation: sourceLocation)
        }
    }
}

/// Returns the document that Foundation writes.
func theirWriting(_ value: some Encodable, _ coders: Coders = Coders()) -> Outcome<String> {
    Outcome { String(decoding: try coders.encoder.encode(value), as: UTF8.self) }
}

/// Returns the documents that Recado writes, by each of its code paths.
///
/// Sorted keys need a tree of values first, and a coder with options uses other containers.
func ourWritings(
    _ value: some Encodable,
    _ coders: Coders = Coders()
) -> [(way: String, outcome: Outcome<String>)] {
    var (sorted, pretty, ruled) = (coders.recado, coders.recado, coders.recado)
    sorted.sortsKeys = true
    pretty.isPretty = true
    ruled.booleans = .strict
    return [
        ("plain", Outcome { try coders.recado.encodeToString(value) }),
        ("sorted", Outcome { try sorted.encodeToString(value) }),
        ("pretty", Outcome { try pretty.encodeToString(value) }),
        ("ruled", Outcome { try ruled.encodeToString(value) }),
    ]
}

private func compareWriting<Model: Codable & Equatable>(
    _ value: Model,
    _ coders: Coders
) -> [String] {
    let written = theirWriting(value, coders)
    guard case .value(let theirs) = written else { return ["\(value): Foundation \(written)"] }
    var found = ourOutcomes(Model.self, theirs, coders).compactMap { way, read in
        read == .value(value) ? nil : "\(value): \(theirs) is read (\(way)) as \(read)"
    }
    for (way, outcome) in ourWritings(value, coders) {
        guard case .value(let ours) = outcome else {
            found.append("\(value): Foundation \(theirs), Recado (\(way)) \(outcome)")
            continue
        }
        if !isSame(ours, theirs) { found.append("\(value): \(theirs), but (\(way)) \(ours)") }
        let read = theirOutcome(Model.self, ours, coders)
        if read != .value(value) { found.append("\(value): Foundation reads \(ours) as \(read)") }
    }
    return found
}

/// Returns whether two documents have the same content, as Foundation and as Recado read them.
///
/// The document in `ours` may not repeat a key.
func isSame(_ ours: String, _ theirs: String) -> Bool {
    var strict = JSON()
    strict.duplicateKeys = .refuse
    let values = (try? strict.value(from: ours), try? JSON().value(from: theirs))
    let trees = (theirOutcome(DocumentTree.self, ours), theirOutcome(DocumentTree.self, theirs))
    return values.0 != nil && values.0 == values.1 && trees.0 == trees.1 && trees.0.refusal == nil
}
