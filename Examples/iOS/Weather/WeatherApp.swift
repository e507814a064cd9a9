// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoScreens
import SwiftUI

@main
struct WeatherApp: App {
    private let model = AppServer.clients.map { clients in
        WeatherModel(
            WeatherCalls(clients.weather),
            question: WeatherQuestion(
                language: Locale.current.language.languageCode?.identifier ?? "en"
            )
        )
    }

    var body: some Scene {
        WindowGroup {
            if let model {
                WeatherView(model: model)
            } else {
                WrongServerView()
            }
        }
    }
}
