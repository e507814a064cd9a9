// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Result {
    /// Waits for a call, and keeps its result for the state of a screen.
    init(awaiting call: () async throws(Failure) -> Success) async {
        do throws(Failure) { self = .success(try await call()) } catch { self = .failure(error) }
    }
}
