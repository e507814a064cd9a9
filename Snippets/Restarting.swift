// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The code of Documentation/Articles/restarting-a-service.md: `swift run Restarting` serves on port
// 8080, and starts its own successor when a line is typed.

import RecadoServer

struct Greeting: Handler {
    func handle(_ request: Request) -> PendingResponse {
        .now(Response(status: .ok, content: Content("Hola\n")))
    }
}

let application = Greeting()

var configuration = ServerConfiguration()
configuration.inherited = InheritedSockets()
let server = Server(configuration, handler: application)
try await server.start()
configuration.inherited?.confirm()

let manager = ServiceManager()
manager?.tell(.ready)
manager?.tell(.status("20 films"))

if readLine() != nil {
    do {
        let process = try await server.startSuccessor()
        print("process \(process) has taken over")
        await server.shutdown(grace: .seconds(30))
    } catch {
        print("\(error)")
    }
}
