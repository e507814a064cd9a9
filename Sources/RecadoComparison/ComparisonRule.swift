// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A rule that finds one kind of change between two versions.
struct ComparisonRule: Sendable {
    /// A change that a rule has found: its level, its location within the subject, and a
    /// description.
    typealias Finding = (level: APIChange.Level, place: String, message: String)

    /// The part of the documents that a rule examines.
    enum Subject: Sendable {
        /// Both documents.
        case documents(@Sendable (DocumentPair) -> [Finding])
        /// An operation that both versions have.
        case operation(@Sendable (OperationPair) -> [Finding])
        /// All compared shapes of an operation that both versions have.
        case walk(@Sendable (SchemaWalk) -> [Finding])
        /// A shape of data that clients send, in both versions.
        case input(@Sendable (SchemaPair) -> [Finding])
        /// A shape of data that the server sends, in both versions.
        case output(@Sendable (SchemaPair) -> [Finding])
    }

    let name: String
    let subject: Subject

    init(_ name: String, _ subject: Subject) {
        self.name = name
        self.subject = subject
    }

    func changes(in documents: DocumentPair) -> [APIChange] {
        guard case .documents(let judge) = subject else { return [] }
        return judge(documents).map(change)
    }

    func changes(in operation: OperationPair) -> [APIChange] {
        guard case .operation(let judge) = subject else { return [] }
        return judge(operation).map { finding in
            let place = finding.place.isEmpty ? "" : " " + finding.place
            return change((finding.level, operation.name + place, finding.message))
        }
    }

    func changes(in walk: SchemaWalk) -> [APIChange] {
        guard case .walk(let judge) = subject else { return [] }
        return judge(walk).map(change)
    }

    func changes(in schema: SchemaPair) -> [APIChange] {
        let findings: [Finding]
        switch (subject, schema.direction) {
        case (.input(let judge), .input), (.output(let judge), .output): findings = judge(schema)
        default: findings = []
        }
        return findings.map { finding in
            let place = finding.place.isEmpty ? "" : "/" + finding.place
            return change((finding.level, schema.place + place, finding.message))
        }
    }

    private func change(_ finding: Finding) -> APIChange {
        APIChange(
            level: finding.level,
            rule: name,
            place: finding.place,
            message: finding.message
        )
    }
}
