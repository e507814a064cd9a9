// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The icon of a group of conditions, by day or by night.
struct WeatherIcon: Sendable {
    /// The number of the group: 01, 02, 03, 04, 09, 10, 11, 13 or 50.
    let number: String
    let isDay: Bool

    /// The name, such as `04d`.
    var name: String { number + (isDay ? "d" : "n") }

    /// The name of the picture, which has no letter if the icon looks the same by day and by night.
    var subject: String { ["01", "02", "10", "50"].contains(number) ? name : number }

    /// All eighteen icons.
    static let all = ["01", "02", "03", "04", "09", "10", "11", "13", "50"].flatMap {
        [WeatherIcon(number: $0, isDay: true), WeatherIcon(number: $0, isDay: false)]
    }

    private static let gold = Picture.Colour(0.98, 0.72, 0.16)
    private static let silver = Picture.Colour(0.62, 0.68, 0.80)
    private static let pale = Picture.Colour(0.80, 0.84, 0.88)
    private static let grey = Picture.Colour(0.58, 0.63, 0.69)
    private static let dark = Picture.Colour(0.42, 0.47, 0.54)
    private static let blue = Picture.Colour(0.25, 0.55, 0.87)
    private static let ice = Picture.Colour(0.45, 0.70, 0.90)

    /// Draws the icon.
    func picture(size: Int) -> Picture {
        var picture = Picture(size: size)
        switch number {
        case "01": drawLight(in: &picture, at: SIMD2(0.5, 0.5), 0.2)
        case "02":
            drawLight(in: &picture, at: SIMD2(0.64, 0.36), 0.15)
            picture.fill(Self.cloud(0.42, 0.6, 1), Self.pale)
        case "03": picture.fill(Self.cloud(0.5, 0.54, 1.15), Self.pale)
        case "04":
            picture.fill(Self.cloud(0.6, 0.42, 0.85), Self.dark)
            picture.fill(Self.cloud(0.45, 0.58, 1.05), Self.pale)
        case "09":
            picture.fill(Self.cloud(0.5, 0.4, 1.1), Self.grey)
            Self.drawDrops(in: &picture, [0.26, 0.42, 0.58, 0.74], 0.1)
        case "10":
            drawLight(in: &picture, at: SIMD2(0.66, 0.28), 0.13)
            picture.fill(Self.cloud(0.46, 0.44, 1), Self.pale)
            Self.drawDrops(in: &picture, [0.32, 0.48, 0.64], 0.16)
        case "11":
            picture.fill(Self.cloud(0.5, 0.38, 1.15), Self.dark)
            picture.fill(Self.bolt, Self.gold)
        case "13":
            picture.fill(Self.cloud(0.5, 0.38, 1.1), Self.pale)
            for (x, y) in [(0.3, 0.72), (0.52, 0.84), (0.72, 0.72)] {
                picture.fill(Self.flake(x, y), Self.ice)
            }
        default: drawMist(in: &picture)
        }
        return picture
    }

    /// Draws the sun by day, or the moon by night.
    private func drawLight(in picture: inout Picture, at middle: SIMD2<Double>, _ radius: Double) {
        guard isDay else {
            let bite = Shape.disc(
                middle.x + radius * 0.55,
                middle.y - radius * 0.35,
                radius * 0.95
            )
            let moon = Shape.disc(middle.x, middle.y, radius * 1.25).without(bite)
            picture.fill(moon, Self.silver)
            return
        }
        picture.fill(.disc(middle.x, middle.y, radius), Self.gold)
        for ray in 0..<8 {
            let angle = Double(ray) * .pi / 4
            let direction = SIMD2(PortableMath.cosine(angle), PortableMath.sine(angle))
            let line = Shape.line(
                from: middle + direction * radius * 1.4,
                to: middle + direction * radius * 1.85,
                radius * 0.28
            )
            picture.fill(line, Self.gold)
        }
    }

    /// Draws lines of mist, lighter by day and darker by night.
    private func drawMist(in picture: inout Picture) {
        let colour = isDay ? Self.grey : Self.dark
        let rows = [(0.26, 0.22, 0.7), (0.42, 0.14, 0.86), (0.58, 0.2, 0.8), (0.74, 0.3, 0.72)]
        for (y, left, right) in rows {
            picture.fill(.line(from: SIMD2(left, y), to: SIMD2(right, y), 0.075), colour)
        }
    }

    /// Returns the shape of a cloud: four discs over a flat base.
    private static func cloud(_ x: Double, _ y: Double, _ scale: Double) -> Shape {
        .union([
            .disc(x - 0.15 * scale, y + 0.05 * scale, 0.12 * scale),
            .disc(x - 0.03 * scale, y - 0.06 * scale, 0.16 * scale),
            .disc(x + 0.13 * scale, y + 0.01 * scale, 0.13 * scale),
            .disc(x + 0.22 * scale, y + 0.08 * scale, 0.09 * scale),
            .line(
                from: SIMD2(x - 0.15 * scale, y + 0.09 * scale),
                to: SIMD2(x + 0.22 * scale, y + 0.09 * scale),
                0.16 * scale
            ),
        ])
    }

    private static func drawDrops(
        in picture: inout Picture,
        _ columns: [Double],
        _ length: Double
    ) {
        for (index, x) in columns.enumerated() {
            let y = index.isMultiple(of: 2) ? 0.68 : 0.74
            let drop = Shape.line(
                from: SIMD2(x, y),
                to: SIMD2(x - length * 0.4, y + length),
                0.055
            )
            picture.fill(drop, blue)
        }
    }

    private static let bolt = Shape.polygon([
        SIMD2(0.52, 0.5), SIMD2(0.38, 0.74), SIMD2(0.48, 0.74), SIMD2(0.42, 0.95),
        SIMD2(0.64, 0.66), SIMD2(0.53, 0.66), SIMD2(0.62, 0.5),
    ])

    private static func flake(_ x: Double, _ y: Double) -> Shape {
        .union(
            (0..<3).map { arm in
                let angle = Double(arm) * .pi / 3 + .pi / 6
                let reach = SIMD2(PortableMath.cosine(angle), PortableMath.sine(angle)) * 0.08
                return .line(from: SIMD2(x, y) - reach, to: SIMD2(x, y) + reach, 0.032)
            }
        )
    }
}
