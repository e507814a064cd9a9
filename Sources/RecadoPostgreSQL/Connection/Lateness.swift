// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The wait for a commit that takes longer than its caller can wait.
///
/// A commit waits without a limit for a standby that is gone (`synchronous_standby_names`). If the
/// store gave up such connections, it would replace them, while the server would keep both: after a
/// while it would have none left. So the caller gets an error, and the connection waits.
final class Lateness {
    /// Longer than any outage that is worth waiting for; the age at which connections are replaced.
    private static var limit: Duration { .seconds(3_600) }

    private let end = Deadline.after(limit)
    private let tell: () -> Void
    private let goesOn: () -> Bool
    private var isTold = false

    /// Prepares for a late commit.
    ///
    /// - Parameters:
    ///   - goesOn: Returns true if the wait may continue.
    ///   - tell: Tells the caller, once.
    init(while goesOn: @escaping () -> Bool, tell: @escaping () -> Void) {
        (self.goesOn, self.tell) = (goesOn, tell)
    }

    /// Tells the caller, unless that was done before, and checks the conditions of the wait.
    ///
    /// - Returns: True to wait any longer.
    func keepWaiting() -> Bool {
        if !isTold { tell() }
        isTold = true
        return goesOn() && !end.isOver
    }
}
