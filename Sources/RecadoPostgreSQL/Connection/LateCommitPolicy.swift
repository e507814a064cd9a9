// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The policy for a commit that takes longer than its caller can wait.
///
/// If a standby that must confirm commits is gone (`synchronous_standby_names`), a commit waits
/// without a limit. If the store then closed the connection and opened another, the server would
/// still keep both, and would eventually have no connection left. Therefore the caller gets an
/// error, but the connection continues to wait.
final class LateCommitPolicy {
    /// The longest wait: one hour, like the default maximum age of a connection.
    ///
    /// A longer wait is not worthwhile in any outage.
    private static var limit: Duration { .seconds(3_600) }

    private let end = Deadline.after(limit)
    private let tell: () -> Void
    private let goesOn: () -> Bool
    private var isTold = false

    /// Creates the policy for one commit.
    ///
    /// - Parameters:
    ///   - goesOn: Returns true if the wait may continue.
    ///   - tell: Sends the error to the caller; called once.
    init(while goesOn: @escaping () -> Bool, tell: @escaping () -> Void) {
        (self.goesOn, self.tell) = (goesOn, tell)
    }

    /// Sends the error to the caller, the first time, and checks whether the wait may continue.
    ///
    /// - Returns: True to continue to wait.
    func keepWaiting() -> Bool {
        if !isTold { tell() }
        isTold = true
        return goesOn() && !end.isOver
    }
}
