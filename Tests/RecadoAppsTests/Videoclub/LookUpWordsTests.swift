// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoScreens
import Testing

@testable import RecadoApps

@Suite struct `Error messages of the film look-up` {
    @Test func `a refused API key is not reported as a missing login`() throws {
        var state = LookUpState(title: "El padrino")
        let begun = state.begin()
        let call = try #require(begun)
        state.finish(call.ticket, with: .failure(ScreenError(.notSignedIn, .wrongKey)))
        #expect(state.trouble?.words == .wrongKey)
    }

    @Test func `a title that is too long is reported at its field`() async throws {
        var browser = Browser(try await AppStand().application)
        let title = String(repeating: "a", count: 256)
        try await browser.go("/apps/videoclub/look-up?title=\(title)")
        #expect(browser.page.contains("aria-invalid=\"true\""))
    }
}
