// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Result {
    /// Waits for a call, and stores its output or error.
    init(awaiting call: () async throws(Failure) -> Success) async {
        do throws(Failure) { self = .success(try await call()) } catch { self = .failure(error) }
    }
}
