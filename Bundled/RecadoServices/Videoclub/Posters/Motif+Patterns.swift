// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Compositions of many similar parts.
extension Motif {
    static func shards(_ art: inout Drawing, _ palette: Palette, _ numbers: inout HashedNumbers) {
        art.rectangle(0, 0, 300, 296, .fill(palette.second))
        let centre = Drawing.Point(150, 158)
        let colours = [palette.first, palette.ink, palette.third, palette.ground]
        for step in 0..<18 {
            let length = numbers.number(in: 78...190)
            let width = numbers.number(in: 12...30)
            art.turned(by: Double(step) * 20, about: centre) { shard in
                shard.polygon(
                    [
                        .init(centre.x, centre.y - 34), .init(centre.x - width, centre.y - length),
                        .init(centre.x + width * 0.6, centre.y - length * 0.86),
                    ],
                    .fill(colours[step % colours.count])
                )
            }
        }
        art.circle(centre.x, centre.y, 26, .fill(palette.ground))
    }

    static func bars(_ art: inout Drawing, _ palette: Palette) {
        art.rectangle(0, 0, 300, 296, .fill(palette.third))
        art.circle(186, 150, 84, .fill(palette.second))
        for step in 0..<7 {
            let x = 14 + Double(step) * 43.5
            if step == 4 {
                art.turned(by: 17, about: .init(x, 296)) { bar in
                    bar.rectangle(x, -40, 13, 350, .fill(palette.first))
                }
            } else {
                art.rectangle(x, 0, 13, 296, .fill(palette.ink))
            }
        }
        art.rectangle(0, 262, 300, 34, .fill(palette.ink))
        art.rectangle(0, 0, 300, 16, .fill(palette.ink))
    }

    static func nest(_ art: inout Drawing, _ palette: Palette, _ numbers: inout HashedNumbers) {
        art.rectangle(0, 0, 300, 296, .fill(palette.second))
        art.circle(150, 118, 104, .fill(palette.first, opacity: 0.35))
        art.path("M150 74 C194 78 212 200 150 206 C88 200 106 78 150 74 Z", .fill(palette.ground))
        let colours = [palette.ink, palette.first, palette.third]
        for step in 0..<34 {
            let tilt = numbers.number(in: -14...14)
            let y = numbers.number(in: 168...262)
            let half = 126 - (y - 168) * 0.62 + numbers.number(in: -10...10)
            let sag = numbers.number(in: 14...44)
            art.turned(by: tilt, about: .init(150, 214)) { twig in
                let ends = (Int(150 - half), Int(150 + half), Int(y), Int(y + sag))
                twig.path(
                    "M\(ends.0) \(ends.2) Q150 \(ends.3) \(ends.1) \(ends.2)",
                    .stroke(colours[step % colours.count], width: step % 4 == 0 ? 6 : 3.5)
                )
            }
        }
    }

    static func stripes(_ art: inout Drawing, _ palette: Palette) {
        art.rectangle(0, 0, 300, 296, .fill(palette.ground))
        for step in 0..<9 {
            let y = Double(step) * 34
            art.polygon(
                [.init(0, y), .init(146, y + 26), .init(146, y + 43), .init(0, y + 17)],
                .fill(step % 3 == 1 ? palette.second : palette.first)
            )
            art.polygon(
                [.init(154, y + 9), .init(300, y - 17), .init(300, y), .init(154, y + 26)],
                .fill(palette.ink)
            )
        }
        art.rectangle(0, 0, 112, 88, .fill(palette.third))
    }

    static func steps(_ art: inout Drawing, _ palette: Palette) {
        art.rectangle(0, 0, 300, 296, .fill(palette.first))
        art.circle(214, 78, 46, .fill(palette.second))
        for step in 0..<8 {
            let edge = Double(step)
            art.rectangle(edge * 38, 268 - edge * 26, 300, 300, .fill(palette.ink))
            art.rectangle(edge * 38, 268 - edge * 26, 300 - edge * 38, 6, .fill(palette.ground))
        }
        art.circle(284, 66, 9, .fill(palette.ground))
    }

    static func keys(_ art: inout Drawing, _ palette: Palette) {
        art.rectangle(0, 0, 300, 296, .fill(palette.night))
        for key in 0..<7 {
            let x = 6 + Double(key) * 41.5
            art.rectangle(x, 46, 39, 250, .fill(key == 4 ? palette.first : palette.day))
        }
        for key in [0, 1, 3, 4, 5] {
            art.rectangle(34 + Double(key) * 41.5, 46, 24, 150, .fill(palette.night))
        }
        art.rectangle(0, 0, 300, 46, .fill(palette.second))
        art.rectangle(0, 40, 300, 6, .fill(palette.first))
    }

    static func tiles(_ art: inout Drawing, _ palette: Palette, _ numbers: inout HashedNumbers) {
        let side = 75.0
        let colours = [palette.first, palette.second, palette.ink, palette.third]
        for row in 0..<4 {
            for column in 0..<4 {
                let (x, y) = (Double(column) * side, Double(row) * side)
                let pick = Int(numbers.next() % 4)
                let colour = colours[(row + column * 2 + pick) % 4]
                let isDark = (row + column) % 2 == 0
                art.rectangle(x, y, side, side, .fill(isDark ? palette.second : palette.ground))
                let shown = isDark && colour == palette.second ? palette.ground : colour
                art.turned(by: Double(pick) * 90, about: .init(x + side / 2, y + side / 2)) {
                    $0.path(
                        "M\(Int(x)) \(Int(y)) h75 a75 75 0 0 1 -75 75 Z",
                        .fill(shown)
                    )
                }
            }
        }
        art.circle(150, 150, 26, .fill(palette.ink))
    }

    static func dots(_ art: inout Drawing, _ palette: Palette) {
        art.rectangle(0, 0, 300, 296, .fill(palette.third))
        for row in 0..<12 {
            for column in 0..<12 {
                let (x, y) = (12.5 + Double(column) * 25, 12.5 + Double(row) * 25)
                let (dx, dy) = (x - 150, y - 150)
                let distance = (dx * dx + dy * dy).squareRoot()
                let radius = max(2, 15 - distance / 13)
                art.circle(x, y, radius, .fill(distance < 66 ? palette.first : palette.ground))
            }
        }
        art.rectangle(0, 143, 300, 14, .fill(palette.ink))
        art.rectangle(143, 0, 14, 296, .fill(palette.ink))
    }
}
