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
        #expect(again.isAccepted)
    }

    @Test(arguments: [Status.unprocessableContent, .conflict, .serviceUnavailable])
    func `are not kept if the form was refused`(_ status: Status) async {
        let submissions = FormSubmissions()
        let refusal = PageResponse.send(Response(status: status))
        for number in 0..<100 { _ = await submissions.answer(to: "\(number)") { refusal } }
        #expect(submissions.entryCount == 0)
        let again = await submissions.answer(to: "0") { .lead(to: "/apps") }
        #expect(again.isAccepted)
    }
}
