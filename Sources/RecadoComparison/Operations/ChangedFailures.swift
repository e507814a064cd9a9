// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ComparisonRule {
    /// Reports 4xx and 5xx statuses that only one version declares.
    static let changedFailures = ComparisonRule(
        "failures changed",
        .operation { pair in
            let (old, new) = (failures(of: pair.old), failures(of: pair.new))
            let come = new.filter { !old.contains($0) }
            let gone = old.filter { !new.contains($0) }
            return come.map { (.warning, $0, "the failure is new") }
                + gone.map { (.note, $0, "the failure no longer happens") }
        }
    )

    private static func failures(of operation: ComparedOperation) -> [String] {
        operation.statuses.filter { $0.hasPrefix("4") || $0.hasPrefix("5") }
    }
}
