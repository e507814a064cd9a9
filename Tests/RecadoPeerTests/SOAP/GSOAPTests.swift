// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite(
    .timeLimit(.minutes(2)),
    .enabled(if: GSOAPClient.isInstalled, "scripts/setup --test installs it")
)
struct `SOAP operations that gSOAP calls` {
    /// What makes a client of the description at an address, and runs it.
    private static let script = """
        set -e
        wsdl2h -c -o library.h "$1?wsdl" >log 2>&1
        soapcpp2 -$2 -c -C -L -x -I/usr/share/gsoap/import library.h >>log 2>&1
        cc -w -o client client.c soapC.c soapClient.c -lgsoap >>log 2>&1
        ./client "$1" "$2" 2>&1
        """

    @Test(arguments: [1, 2])
    func `a client in C calls each operation`(_ version: Int) async throws {
        try await LibraryServer.with { port in
            let folder = try Peer.makeFolder()
            let source = folder.appending(path: "client.c")
            try Data(GSOAPClient.program.utf8).write(to: source)
            let address = "http://127.0.0.1:\(port)/library/soap"
            let peer = try await Peer(
                "/bin/sh",
                ["-c", Self.script, "sh", address, "\(version)"],
                in: folder,
                greets: true
            )
            #expect(peer.greeting == "ok")
        }
    }
}
