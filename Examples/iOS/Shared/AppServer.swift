// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Recado
import RecadoScreens
import SwiftUI

/// The server that the apps call.
enum AppServer {
    /// The address: that of the launch argument `-server http://mac.local:3000`, or this machine's.
    static var address: String {
        UserDefaults.standard.string(forKey: "server") ?? "http://localhost:3000"
    }

    /// The clients of its services; `nil` where the address is none.
    static var clients: ServiceClients? {
        try? ServiceClients(server: address, transport: URLSessionTransport.shared)
    }
}

/// The screen of an app whose server has no address.
struct WrongServerView: View {
    var body: some View {
        ContentUnavailableView(
            "server.wrong",
            systemImage: "network.slash",
            description: Text(verbatim: AppServer.address)
        )
    }
}
