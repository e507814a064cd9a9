// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints

/// The icons of weather conditions; the text beside an icon describes it.
struct WeatherIconView: Sendable {
    /// The base URL of icons; empty to use the icons of this server.
    let icons: String

    /// Returns the URL of a condition's icon; `nil` if the icon's name has an unexpected form.
    func address(of condition: WeatherReport.Condition?, byDay: Bool = false) -> String? {
        guard let name = condition?.icon, name.utf8.count == 3,
            name.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) })
        else { return nil }
        return "\(icons)/img/wn/\(byDay ? name.dropLast() + "d" : name)@2x.png"
    }

    /// Returns an image of a condition, with its width and height in pixels.
    func html(of condition: WeatherReport.Condition?, size: Int, byDay: Bool = false) -> HTML {
        guard let address = address(of: condition, byDay: byDay) else { return "" }
        return #"<img src="\#(link: address)" alt="" width="\#(size)" height="\#(size)">"#
    }
}
