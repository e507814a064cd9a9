// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Application {
    /// What the services of an application share.
    public struct Options: Sendable {
        /// Where requests are counted against quotas; the memory of this process by default.
        public var quotas: any QuotaLedger = MemoryQuotaLedger()
        /// Where answers to requests with an Idempotency-Key are kept; the memory of this process by
        /// default.
        public var repetitions: any RepetitionStore = MemoryRepetitionStore()

        /// Creates the default options.
        public init() {}
    }
}
