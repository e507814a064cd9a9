// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoScreens
import Testing

@Suite struct `The state of a call` {
    private let slow = ScreenError(.slow)

    @Test func `starts without value, error or running call`() {
        let state = CallState<Int>()
        #expect(state.value == nil && state.error == nil && !state.isLoading)
        #expect(CallState(7).value == 7)
    }

    @Test func `keeps the previous value when a call fails`() {
        var state = CallState<Int>()
        state.finish(state.begin(), with: .success(1))
        let ticket = state.begin()
        #expect(state.isLoading)
        state.finish(ticket, with: .failure(slow))
        #expect(state.value == 1)
        #expect(state.error == slow)
        state.finish(state.begin(), with: .success(2))
        #expect(state.value == 2 && state.error == nil)
    }

    @Test func `the result of a superseded call is ignored`() {
        var state = CallState<Int>()
        let first = state.begin()
        let second = state.begin()
        let counts = state.finish(first, with: .failure(slow))
        #expect(!counts && state.isLoading && state.error == nil)
        let isLast = state.finish(second, with: .success(2))
        let isLate = state.finish(first, with: .success(1))
        #expect(isLast && !isLate)
        #expect(state.value == 2)
    }

    @Test func `a second result of the same call is ignored`() {
        var state = CallState<Int>()
        let ticket = state.begin()
        let first = state.finish(ticket, with: .success(1))
        let second = state.finish(ticket, with: .success(2))
        #expect(first && !second && state.value == 1)
    }

    @Test func `a cancelled call sets no error, and its result is ignored`() {
        var state = CallState(1)
        let ticket = state.begin()
        state.cancel()
        #expect(!state.isLoading)
        let counts = state.finish(ticket, with: .success(2))
        #expect(!counts && state.value == 1)
        state.finish(state.begin(), with: .failure(ScreenError(.cancelled)))
        #expect(state.error == nil && !state.isLoading)
    }

    @Test func `setting a value without a call clears the error`() {
        var state = CallState<Int>()
        state.update { $0 += 1 }
        #expect(state.value == nil)
        state.fail(slow)
        #expect(state.error == slow)
        state.set(4)
        #expect(state.error == nil)
        state.update { $0 += 1 }
        #expect(state.value == 5)
    }
}

@Suite struct `The idempotency key of a form` {
    @Test func `stays the same for the same content until it is reset`() {
        var key = SubmissionKey<String>()
        let first = key.key(for: "El sur")
        let again = key.key(for: "El sur")
        let other = key.key(for: "El norte")
        key.reset()
        let later = key.key(for: "El norte")
        #expect(first.count == 32 && first.allSatisfy(\.isHexDigit))
        #expect(again == first)
        #expect(Set([first, other, later]).count == 3)
    }

    @Test func `differs between two forms with the same content`() {
        var one = SubmissionKey<String>()
        var two = SubmissionKey<String>()
        let (first, second) = (one.key(for: "x"), two.key(for: "x"))
        #expect(first != second)
    }
}
