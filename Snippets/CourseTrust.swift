// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Whom the client trusts, and who it proves to be, beside `recado serve` with TLS:
// `swift run CourseTrust https://localhost:3000 certificates`, a folder with authority.pem,
// server.pem, client.pem and client.key.

import Foundation
import Recado

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 2 else {
    print("swift run CourseTrust <address> <folder of certificates>")
    exit(2)
}
let (server, folder) = (arguments[0], arguments[1])

func file(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: "\(folder)/\(name)")))
}

func ask(_ configure: (inout SocketTransport.HostOptions) -> Void) async throws {
    var options = SocketTransport.Options()
    configure(&options.host)
    let client = try Client(base: server, transport: SocketTransport(options: options)) {
        $0.timeouts.total = .seconds(10)
    }
    do {
        let answer = try await client.withMiddleware { $0.retry = nil }.get("scores/top3.json")
        print("  answered:", answer.arrayValue?.count ?? 0, "scores")
    } catch {
        print("  \(error.transportError?.kind.description ?? error.description)")
    }
}

// The document leaves a server that is signed by its own authority to the session's delegate, which
// makes a credential of the server's trust. Whoever does that without a check trusts everybody.
// Here the authority is named.

let authority = Trust.authorities(pem: try file("authority.pem"))
let identity = ClientIdentity.pem(
    certificate: try file("client.pem"),
    key: try file("client.key")
)
print("The authorities of the system")
try await ask { $0.identity = identity }
print("Our own authority")
try await ask {
    $0.trust = authority
    $0.identity = identity
}

// A pin is the hash of a public key. Beside a trusted chain it keeps out every other
// certificate of the same authority.

let certificate = String(decoding: try file("server.pem"), as: UTF8.self)
print("A pinned key")
try await ask {
    $0.trust = authority
    $0.pins = [PublicKeyPin(certificate: certificate)].compactMap(\.self)
    $0.identity = identity
}
print("Another key")
try await ask {
    $0.trust = authority
    $0.pins = ["sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="]
    $0.identity = identity
}

// A server may ask for a certificate in its turn; URLSession's challenge is
// NSURLAuthenticationMethodClientCertificate.

print("Without a certificate of our own")
try await ask { $0.trust = authority }
