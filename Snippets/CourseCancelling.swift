// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Calls that end with their owner, as a document of the course describes them. Needs a running
// `recado serve`: `swift run CourseCancelling`.

import Recado
import RecadoContracts

let server = CommandLine.arguments.dropFirst().first ?? "http://localhost:3000"

// The document's GenericSession adds the fields device, version and Accept-Language. A repository
// holds it, and releasing the repository cancels its requests. A method returns a RequestValue: a
// promise together with its request.

final class UserRepository: Sendable {
    private let calls = CallScope("users")
    private let client: Client

    init() throws {
        client = try Client(base: server + "/playground") {
            $0.fields = UserAgent("Course", version: "1.0").fields
        }
    }

    func load(after milliseconds: Int = 0) -> Call<Playground.User, any Error> {
        calls.start { [client] in
            try await client.get("user", query: ["shape": "user", "delay": "\(milliseconds)"])
        }
    }
}

func report(_ call: Call<Playground.User, any Error>) async {
    do {
        print(try await call.value.name)
    } catch {
        print((error as? any AnyCallError)?.cancellation?.description ?? "\(error)")
    }
}

var repository: UserRepository? = try UserRepository()
if let call = repository?.load() {
    await report(call)
    print(call.request?.target ?? "")
}

// A screen that is closed cancels its requests: explicitly, or by releasing its repository.

let tooSlow = repository?.load(after: 5_000)
tooSlow?.cancel()
let forNobody = repository?.load(after: 5_000)
repository = nil
for call in [tooSlow, forNobody].compactMap(\.self) { await report(call) }

// Cancelling a task also cancels its call.

let task = Task {
    let client = try Client(base: server + "/playground")
    return try await client.get("user", query: ["delay": "5000"])
}
task.cancel()
if case .failure(let error as CallError<Never>) = await task.result {
    print(error.kind == .cancelled)
}
