// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoScreens
import SwiftUI

@main
struct TrialsApp: App {
    private let model = AppServer.clients.map { PlaygroundModel(PlaygroundCalls($0.playground)) }

    var body: some Scene {
        WindowGroup {
            if let model {
                TrialsView(model: model)
            } else {
                WrongServerView()
            }
        }
    }
}
