// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoScreens
import SwiftUI

@main
struct VideoclubApp: App {
    private let model = AppServer.clients.map { clients in
        VideoclubModel(
            VideoclubCalls(catalog: clients.videoclub, titles: clients.films),
            store: KeychainCredentialStore(service: "org.recado.examples.videoclub")
        )
    }

    var body: some Scene {
        WindowGroup {
            if let model {
                FilmListView(club: model, list: model.list, session: model.session)
            } else {
                WrongServerView()
            }
        }
    }
}
