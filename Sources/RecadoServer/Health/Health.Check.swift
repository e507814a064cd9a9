// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Health {
    /// A condition that must hold before a process can serve requests.
    public struct Check: Sendable {
        /// The name, which is shown to everybody who requests the health pages.
        public let name: String
        /// The time after which the check counts as failed.
        public let timeout: Duration
        private let body: @Sendable () async throws -> Void

        /// Creates a check.
        ///
        /// - Parameters:
        ///   - name: The name, which is shown to everybody who requests the health pages.
        ///   - timeout: The time after which the check counts as failed; by default 2 seconds, less
        ///     than monitors usually wait. The body is then cancelled, and must end soon after.
        ///   - body: Throws an error when the condition does not hold; the error is not shown to
        ///     anybody.
        public init(
            _ name: String,
            timeout: Duration = .seconds(2),
            body: @escaping @Sendable () async throws -> Void
        ) {
            self.name = name
            self.timeout = timeout
            self.body = body
        }

        /// Runs the check.
        func outcome() async -> Result.Outcome {
            await withTaskGroup { group in
                group.addTask {
                    do {
                        try await body()
                        return Result.Outcome.passed
                    } catch {
                        return .failed
                    }
                }
                group.addTask {
                    try? await Task.sleep(for: timeout)
                    return .timedOut
                }
                defer { group.cancelAll() }
                return await group.next() ?? .failed
            }
        }
    }
}
