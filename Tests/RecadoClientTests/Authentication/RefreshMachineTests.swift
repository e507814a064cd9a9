// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Testing

@testable import RecadoAuthentication

@Suite struct `Choice of the bearer token` {
    private static let date = HTTPDate(secondsSince1970: 0)

    /// Returns a machine whose second token was refused too, and whose refresh after that has
    /// failed.
    private static func refusedTwice() -> RefreshMachine {
        var machine = RefreshMachine(RefreshPolicy(), token: AccessToken("first"))
        _ = machine.refused(0, now: .zero)
        _ = machine.refreshed(AccessToken("second"))
        _ = machine.refused(1, now: .zero)
        machine.failed()
        return machine
    }

    @Test func `a request refused with an old token is repeated with the newer one`() {
        var machine = RefreshMachine(RefreshPolicy(), token: AccessToken("first"))
        _ = machine.refused(0, now: .zero)
        _ = machine.refreshed(AccessToken("second"))
        guard case .use(let token, generation: 1) = machine.refused(0, now: .zero) else {
            Issue.record("the newer token is not used")
            return
        }
        #expect(token.value == "second")
    }

    @Test func `a token that the server has refused is not sent again after a failed refresh`() {
        var machine = Self.refusedTwice()
        guard case .refresh = machine.refused(0, now: .zero) else {
            Issue.record("the refused token is sent again")
            return
        }
        var other = Self.refusedTwice()
        guard case .refresh = other.need(date: Self.date, now: .zero) else {
            Issue.record("the refused token is sent with a new request")
            return
        }
    }
}
