// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Recado
import RecadoScreens
import SwiftUI

/// The server that the apps call.
enum AppServer {
    /// The server's address: the value of the launch argument `-server http://mac.local:3000`, or
    /// this machine.
    static var address: String {
        UserDefaults.standard.string(forKey: "server") ?? "http://localhost:3000"
    }

    /// The clients of the server's services, or `nil` if the address is invalid.
    static var clients: ServiceClients? {
        try? ServiceClients(server: address, transport: URLSessionTransport.shared)
    }
}

/// The screen that an app shows if the server's address is invalid.
struct WrongServerView: View {
    var body: some View {
        ContentUnavailableView(
            "server.wrong",
            systemImage: "network.slash",
            description: Text(verbatim: AppServer.address)
        )
    }
}
