// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Testing

@testable import RecadoApps

@Suite(.timeLimit(.minutes(1))) struct `Stored responses to forms` {
    /// Sends no more than fifty thousand forms, because each one starts a task.
    @Test func `are limited in number, and the latest are kept`() async {
        let submissions = FormSubmissions()
        let answer = PageResponse.send(Response(status: .ok))
        var most = 0
        for number in 0..<50_000 {
            _ = await submissions.answer(to: "\(number)") { answer }
            most = max(most, submissions.entryCount)
        }
        #expect(most <= 2_000)
        let again = await submissions.answer(to: "49999") {
            Issue.record("the latest form is acted on twice")
            return answer
        }
        #expect(!again.isOutage)
    }
}
