// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Compositions that show a place.
extension Motif {
    static func horizon(_ art: inout Drawing, _ palette: Palette) {
        art.rectangle(0, 0, 300, 296, .fill(palette.second))
        art.circle(150, 168, 92, .fill(palette.first))
        for stripe in 0..<4 {
            let height = 4 + Double(stripe) * 3
            art.rectangle(40, 150 + Double(stripe) * 22, 220, height, .fill(palette.second))
        }
        art.path("M0 226 Q90 190 176 230 T300 214 V296 H0 Z", .fill(palette.third))
        art.path("M0 258 Q110 222 196 262 T300 250 V296 H0 Z", .fill(palette.ink))
        art.rectangle(226, 196, 7, 66, .fill(palette.ink))
        art.rectangle(211, 212, 37, 7, .fill(palette.ink))
    }

    static func rain(_ art: inout Drawing, _ palette: Palette, _ numbers: inout HashedNumbers) {
        art.rectangle(0, 0, 300, 296, .fill(palette.second))
        art.circle(206, 92, 54, .fill(palette.first))
        for (layer, colour) in [(0, palette.third), (1, palette.ink)] {
            var x = -6.0
            while x < 300 {
                let width = numbers.number(in: 26...52)
                let height = numbers.number(in: 84...170) - Double(layer) * 34
                art.rectangle(x, 296 - height, width, height, .fill(colour))
                art.rectangle(x + width * 0.42, 280 - height, 3, 18, .fill(colour))
                windows(of: .init(x, 296 - height), width, layer, &art, palette, &numbers)
                x += width + Double(layer) * 7
            }
        }
        for step in 0..<26 {
            let x = Double(step) * 13 + numbers.number(in: -5...5)
            let y = numbers.number(in: -10...250)
            art.line(.init(x, y), .init(x - 9, y + 44), .stroke(palette.ground, width: 1.2))
        }
    }

    private static func windows(
        of corner: Drawing.Point,
        _ width: Double,
        _ layer: Int,
        _ art: inout Drawing,
        _ palette: Palette,
        _ numbers: inout HashedNumbers
    ) {
        guard layer == 1 else { return }
        for y in stride(from: corner.y + 10, to: 290, by: 13) {
            for x in stride(from: corner.x + 6, to: corner.x + width - 8, by: 10) {
                guard numbers.number(in: 0...1) > 0.55 else { continue }
                art.rectangle(x, y, 5, 6, .fill(palette.first))
            }
        }
    }

    static func lights(_ art: inout Drawing, _ palette: Palette, _ numbers: inout HashedNumbers) {
        art.rectangle(0, 0, 300, 296, .fill(palette.night))
        let colours = [palette.second, palette.first, palette.third]
        for step in 0..<22 {
            let radius = numbers.number(in: 7...30)
            let x = numbers.number(in: 0...300)
            let y = numbers.number(in: 10...150)
            art.circle(x, y, radius, .fill(colours[step % 3], opacity: 0.55))
        }
        art.polygon(
            [.init(118, 178), .init(182, 178), .init(300, 296), .init(0, 296)],
            .fill(palette.third)
        )
        for step in 0..<4 {
            let (near, y) = (Double(step + 1), 184 + Double(step * step) * 8 + Double(step) * 6)
            art.polygon(
                [
                    .init(150 - near * 1.6, y), .init(150 + near * 1.6, y),
                    .init(150 + near * 2.4, y + 8 + near * 4),
                    .init(150 - near * 2.4, y + 8 + near * 4),
                ],
                .fill(palette.day)
            )
        }
        art.rectangle(176, 196, 84, 44, .fill(palette.first))
        art.polygon(
            [.init(188, 196), .init(200, 172), .init(236, 172), .init(248, 196)],
            .fill(palette.first)
        )
        art.rectangle(208, 160, 20, 10, .fill(palette.day))
        for x in [186.0, 238] { art.rectangle(x, 240, 14, 12, .fill(palette.day)) }
        for step in 0..<10 where step % 2 == 0 {
            art.rectangle(178 + Double(step) * 8, 216, 8, 8, .fill(palette.night))
        }
    }
}
