// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The servers that the client trusts, and the identity that it proves, as in the course's
// documents. Needs a running `recado serve` with TLS: `swift run CourseTrust https://localhost:3000
// certificates`. The folder has authority.pem, server.pem, client.pem and client.key.

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

// If a server's certificate is signed by the app's own authority, the document lets the session's
// delegate make a credential from the server's trust. Doing that without a check trusts every
// server. Here the authority is named.

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

// A pin is the hash of a public key. In addition to a trusted chain, it excludes all other
// certificates of the same authority.

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

// A server may also ask the client for a certificate; URLSession calls that challenge
// NSURLAuthenticationMethodClientCertificate.

print("Without a certificate of our own")
try await ask { $0.trust = authority }
