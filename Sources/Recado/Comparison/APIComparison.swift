// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoCoding

/// Compares two versions of a service's OpenAPI document, rule by rule.
///
/// What a client sends may become more various without harm, and what a server sends less: rules about
/// inputs and outputs look in opposite directions.
package struct APIComparison: Sendable {
    /// Every rule, in the order of the report.
    static let rules: [ComparisonRule] = [
        .removedPath, .removedOperation, .addedOperation, .renamedOperation, .deprecatedOperation,
        .requiredCaller, .relaxedCaller, .removedSuccess, .addedSuccess, .changedFailures,
        .loweredContentLimit,
        .requiredInput, .removedInput, .addedInput, .requiredContent, .inputFormats,
        .inputType, .inputChoices, .inputRange, .inputLength, .inputPattern, .inputMembers,
        .outputFormats, .outputType, .outputChoices, .outputLimits, .outputMembers,
        .outputPresence,
    ]

    /// The most pairs of shapes that are looked at; large services have some ten thousand.
    private static let pairLimit = 500_000
    /// The most changes that are reported.
    private static let changeLimit = 10_000

    /// The changes: those that break callers first, else in the order of the new document.
    package let changes: [APIChange]

    /// Compares two documents.
    ///
    /// - Parameters:
    ///   - old: The document that callers were written for.
    ///   - new: The document that shall take its place.
    /// - Throws: `DocumentFlaw` when one of them is no OpenAPI document.
    package init(old: Value, new: Value) throws(DocumentFlaw) {
        let old = try ComparedDocument(old, named: "the old document")
        let new = try ComparedDocument(new, named: "the new document")
        try self.init(old, new)
    }

    private init(_ old: ComparedDocument, _ new: ComparedDocument) throws(DocumentFlaw) {
        let documents = DocumentPair(old: old, new: new)
        var found: [APIChange] = []
        for rule in Self.rules { found += rule.changes(in: documents) }
        var pairs = 0
        for operation in documents.operations {
            for rule in Self.rules { found += rule.changes(in: operation) }
            let schemas = operation.schemas
            pairs += schemas.count
            guard pairs <= Self.pairLimit else {
                throw DocumentFlaw("the documents have more shapes than can be compared")
            }
            for schema in schemas {
                for rule in Self.rules { found += rule.changes(in: schema) }
            }
            if found.count > Self.changeLimit { break }
        }
        var seen: Set<APIChange> = []
        let unique = found.filter { seen.insert($0).inserted }.prefix(Self.changeLimit)
        // The sort is stable.
        changes = unique.sorted { $0.level < $1.level }
    }

    /// Whether callers of the old version fail with the new one.
    package var isBreaking: Bool { changes.contains { $0.level == .breaking } }

    /// How many changes of a level there are.
    package func count(of level: APIChange.Level) -> Int {
        changes.count { $0.level == level }
    }
}
