// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoScreens
import SwiftUI

@main
struct GameApp: App {
    private let calls = AppServer.clients.map { ScoreCalls($0.scores) }

    var body: some Scene {
        WindowGroup {
            if let calls {
                TabView {
                    Tab("game.top3", systemImage: "trophy") { Top3View(calls: calls) }
                    Tab("game.send", systemImage: "paperplane") { ScoreFormView(calls: calls) }
                }
            } else {
                WrongServerView()
            }
        }
    }
}
