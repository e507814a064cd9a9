// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

extension AnswerRules {
    /// The rule that says which answers may be without content.
    ///
    /// Only types with an ``EmptyAnswer`` are read from such answers; for all others they are
    /// errors.
    public struct EmptyAnswers: Sendable, Hashable {
        /// The statuses of answers that may be without content.
        public var statuses: StatusSet
        /// The methods of requests to which the answers may be without content.
        public var methods: Set<Method>

        /// Creates a rule.
        ///
        /// - Parameters:
        ///   - statuses: The statuses of answers that may be without content; by default those
        ///     whose responses have none in HTTP (RFC 9110 §15.3.5, §15.3.6, §15.4.5).
        ///   - methods: The methods of requests to which the answers may be without content; by
        ///     default HEAD, the answers to which have none.
        public init(statuses: StatusSet = [204, 205, 304], methods: Set<Method> = [.head]) {
            self.statuses = statuses
            self.methods = methods
        }

        /// Answers of any status.
        public static let any = EmptyAnswers(statuses: .all)

        func allow(_ status: Status, to method: Method) -> Bool {
            statuses.contains(status) || methods.contains(method)
        }
    }
}
