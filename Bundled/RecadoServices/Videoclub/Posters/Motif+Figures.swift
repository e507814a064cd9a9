// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Compositions with one figure in the middle.
extension Motif {
    static func threads(_ art: inout Drawing, _ palette: Palette, at centres: [Double]) {
        art.rectangle(0, 0, 300, 296, .fill(palette.first))
        for (number, centre) in centres.enumerated() {
            let half = centres.count == 1 ? 78.0 : 46
            let drop = 176.0 + 26 * Double(number)
            art.circle(centre, drop + 10, half * 0.62, .fill(palette.second))
            for step in -2...2 {
                let x = centre + Double(step) * half / 2
                let end = drop - Double(abs(step)) * 18
                art.line(.init(x, 62), .init(x, end), .stroke(palette.ground, width: 2))
                art.circle(x, end, 5, .fill(palette.ground))
            }
            art.rectangle(centre - half - 12, 54, 2 * half + 24, 9, .fill(palette.ink))
            art.rectangle(centre - 4.5, 26, 9, 32, .fill(palette.ink))
        }
    }

    static func flame(_ art: inout Drawing, _ palette: Palette) {
        art.rectangle(0, 0, 300, 296, .fill(palette.night))
        for (radius, opacity) in [(132.0, 0.10), (98, 0.14), (66, 0.2)] {
            art.circle(150, 122, radius, .fill(palette.second, opacity: opacity))
        }
        art.path(
            "M150 60 C186 108 182 140 150 148 C118 140 114 108 150 60 Z",
            .fill(palette.second)
        )
        art.path(
            "M150 98 C166 120 164 138 150 143 C136 138 134 120 150 98 Z",
            .fill(palette.first)
        )
        art.rectangle(148.5, 142, 3, 20, .fill(palette.day))
        art.rectangle(130, 160, 40, 136, .fill(palette.day))
        art.rectangle(158, 160, 12, 136, .fill(palette.third))
    }

    static func rays(_ art: inout Drawing, _ palette: Palette) {
        art.rectangle(0, 0, 300, 296, .fill(palette.second))
        let centre = Drawing.Point(150, 236)
        for step in 0..<15 {
            art.turned(by: Double(step) * 24, about: centre) { ray in
                let far = [Drawing.Point(118, -180), .init(182, -180)]
                ray.polygon([centre] + far, .fill(step % 3 == 0 ? palette.first : palette.ground))
            }
        }
        art.circle(centre.x, centre.y, 88, .fill(palette.second))
        art.circle(centre.x, centre.y, 74, .fill(palette.ink))
        art.circle(centre.x, centre.y, 52, .fill(palette.first))
    }

    static func three(_ art: inout Drawing, _ palette: Palette) {
        art.rectangle(0, 0, 300, 296, .fill(palette.third))
        for (number, y) in [72.0, 148, 224].enumerated() {
            for (place, x) in [74.0, 150, 226].enumerated() {
                let isOther = number == 1 && place == 1
                art.circle(x, y, 32, .fill(isOther ? palette.first : palette.ground))
                art.circle(x, y, 14, .fill(isOther ? palette.ink : palette.third))
            }
        }
    }

    static func seven(_ art: inout Drawing, _ palette: Palette) {
        art.rectangle(0, 0, 300, 296, .fill(palette.night))
        for ring in 0..<7 {
            let radius = 138 - Double(ring) * 19
            let colours = [palette.third, palette.night, palette.second, palette.day]
            let isLast = ring == 6
            art.circle(
                150 + Double(ring) * 5,
                150 - Double(ring) * 4,
                radius,
                .fill(isLast ? palette.first : colours[ring % colours.count])
            )
        }
    }

    static func wings(_ art: inout Drawing, _ palette: Palette) {
        art.rectangle(0, 0, 300, 296, .fill(palette.third))
        for (flip, shade) in [(1.0, palette.ground), (-1, palette.second)] {
            let x = { (distance: Double) in 150 + flip * distance }
            art.polygon(
                [.init(x(0), 120), .init(x(128), 40), .init(x(108), 150), .init(x(0), 176)],
                .fill(shade)
            )
            art.polygon(
                [.init(x(0), 176), .init(x(108), 150), .init(x(74), 248), .init(x(0), 206)],
                .fill(palette.first)
            )
            art.circle(x(72), 112, 19, .fill(palette.ink))
            art.circle(x(72), 112, 8, .fill(flip > 0 ? palette.second : palette.ground))
            art.line(.init(150, 96), .init(x(38), 42), .stroke(palette.ink, width: 3))
        }
        art.path("M150 84 L162 140 L150 252 L138 140 Z", .fill(palette.ink))
    }

    static func collision(_ art: inout Drawing, _ palette: Palette) {
        art.rectangle(0, 0, 150, 296, .fill(palette.first))
        art.rectangle(150, 0, 150, 296, .fill(palette.second))
        art.circle(104, 148, 84, .fill(palette.ground))
        art.circle(196, 148, 84, .fill(palette.ink))
        // The area where the circles overlap; their arcs meet 70.3 above and below the middle.
        art.path(
            "M150 77.7 A84 84 0 0 1 150 218.3 A84 84 0 0 1 150 77.7 Z",
            .fill(palette.third)
        )
        art.polygon(
            [
                .init(150, 96), .init(158, 140), .init(150, 148), .init(162, 200), .init(143, 152),
                .init(151, 144),
            ],
            .fill(palette.ground)
        )
    }

    static func cards(_ art: inout Drawing, _ palette: Palette) {
        art.rectangle(0, 0, 300, 296, .fill(palette.third))
        let colours = [palette.ink, palette.second, palette.ground, palette.first, palette.ground]
        for (number, colour) in colours.enumerated() {
            art.turned(by: Double(number) * 16 - 32, about: .init(150, 330)) { card in
                card.rectangle(112, 74, 90, 140, .fill(palette.night, opacity: 0.3))
                card.rectangle(108, 70, 90, 140, .fill(colour))
                let mark = colour == palette.ground ? palette.first : palette.ground
                card.polygon(
                    [.init(124, 80), .init(134, 94), .init(124, 108), .init(114, 94)],
                    .fill(mark)
                )
                guard number == 4 else { return }
                card.polygon(
                    [.init(157, 112), .init(177, 142), .init(157, 172), .init(137, 142)],
                    .fill(mark)
                )
            }
        }
    }
}
