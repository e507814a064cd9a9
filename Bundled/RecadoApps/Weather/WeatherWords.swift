// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoScreens

extension WeatherQuestion.Form {
    /// The name of the format, as pages show it.
    var title: String { rawValue.uppercased() }
}

extension WeatherState {
    /// The reason why there is no weather to show.
    var trouble: UserFacingError? {
        answer.error.map { UserFacingError($0, $0.reason == .wrongKey ? .wrongKey : nil) }
    }
}
