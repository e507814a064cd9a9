// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding

/// Compares two versions of a service's OpenAPI document, rule by rule.
///
/// The new version may accept more inputs and return fewer outputs without harm. So rules about
/// inputs report narrowed limits, and rules about outputs report widened ones.
public struct APIComparison: Sendable {
    /// Every rule, in the order of the report.
    static let rules: [ComparisonRule] = [
        .removedPath, .removedOperation, .addedOperation, .renamedOperation, .deprecatedOperation,
        .requiredCaller, .relaxedCaller, .removedSuccess, .addedSuccess, .changedFailures,
        .loweredContentLimit, .changedWebSocket, .webSocketProtocols, .unfinishedComparison,
        .requiredInput, .removedInput, .addedInput, .requiredContent, .inputFormats,
        .inputType, .inputChoices, .inputRange, .inputLength, .inputPattern, .inputMembers,
        .outputFormats, .outputType, .outputChoices, .outputLimits, .outputMembers,
        .outputPresence,
    ]

    /// The maximum number of compared pairs of shapes; large services have about ten thousand.
    private static let pairLimit = 500_000
    /// The maximum number of reported changes.
    private static let changeLimit = 10_000

    /// The changes, sorted by level with breaking changes first; within a level, in the order of
    /// the new document.
    public let changes: [APIChange]

    /// Compares two documents.
    ///
    /// - Parameters:
    ///   - old: The document that callers were written for.
    ///   - new: The document that is to replace it.
    /// - Throws: `DocumentError` when one of the two is not an OpenAPI document.
    public init(old: Value, new: Value) throws(DocumentError) {
        let old = try ComparedDocument(old, named: "the old document")
        let new = try ComparedDocument(new, named: "the new document")
        self.init(old, new)
    }

    private init(_ old: ComparedDocument, _ new: ComparedDocument) {
        let documents = DocumentPair(old: old, new: new)
        var found = FoundChanges()
        for rule in Self.rules { found.add(rule.changes(in: documents)) }
        var pairs = 0
        for operation in documents.operations {
            guard pairs < Self.pairLimit, found.changes.count < Self.changeLimit else {
                found.add([Self.unfinished(before: operation)])
                break
            }
            for rule in Self.rules { found.add(rule.changes(in: operation)) }
            let walk = operation.walk
            pairs += walk.pairs.count
            for rule in Self.rules { found.add(rule.changes(in: walk)) }
            for schema in walk.pairs {
                for rule in Self.rules { found.add(rule.changes(in: schema)) }
            }
        }
        // The sort is stable, so changes of a level keep their order.
        changes = Array(found.changes.sorted { $0.level < $1.level }.prefix(Self.changeLimit))
    }

    /// Returns the change that reports that an operation and all later ones were not compared.
    private static func unfinished(before operation: OperationPair) -> APIChange {
        APIChange(
            level: .unfinished,
            rule: ComparisonRule.unfinishedComparison.name,
            place: operation.name,
            message: "this operation and those after it were not compared: too much comes before"
        )
    }

    /// True if callers of the old version fail with the new one.
    public var isBreaking: Bool { changes.contains { $0.level == .breaking } }

    /// True if everything was compared and no caller of the old version fails with the new version.
    public var isCompatible: Bool { changes.allSatisfy { $0.level > .unfinished } }

    /// Returns the number of changes of a level.
    public func count(of level: APIChange.Level) -> Int {
        changes.count { $0.level == level }
    }
}

/// The changes that a comparison has found, each once.
private struct FoundChanges {
    private var seen: Set<APIChange> = []
    private(set) var changes: [APIChange] = []

    mutating func add(_ more: [APIChange]) {
        for change in more where seen.insert(change).inserted { changes.append(change) }
    }
}
