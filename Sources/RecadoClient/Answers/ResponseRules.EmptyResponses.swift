// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

extension ResponseRules {
    /// The rule that decides which answers may have no content.
    ///
    /// It applies to output types that are an ``EmptyResponse``. For all other types, an answer
    /// without content is an error.
    public struct EmptyResponses: Sendable, Hashable {
        /// The statuses of answers that may have no content.
        public var statuses: StatusSet
        /// The methods of requests whose answers may have no content.
        public var methods: Set<Method>

        /// Creates a rule.
        ///
        /// - Parameters:
        ///   - statuses: The statuses of answers that may have no content; by default the statuses
        ///     whose answers never have content in HTTP (RFC 9110 §15.3.5, §15.3.6, §15.4.5).
        ///   - methods: The methods of requests whose answers may have no content; by default HEAD,
        ///     because answers to it never have content.
        public init(statuses: StatusSet = [204, 205, 304], methods: Set<Method> = [.head]) {
            self.statuses = statuses
            self.methods = methods
        }

        /// Any answer may have no content.
        public static let any = EmptyResponses(statuses: .all)

        func allow(_ status: Status, to method: Method) -> Bool {
            statuses.contains(status) || methods.contains(method)
        }
    }
}
