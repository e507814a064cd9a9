// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A square picture of colored shapes with smooth edges; both coordinates run from 0 to 1.
struct Picture {
    /// A color, whose components are from 0 to 1.
    struct Colour: Sendable {
        let red: Double
        let green: Double
        let blue: Double

        init(_ red: Double, _ green: Double, _ blue: Double) {
            self.red = red
            self.green = green
            self.blue = blue
        }
    }

    /// The number of pixels on each side.
    let size: Int
    /// Red, green, blue and opacity of each pixel; the colors are multiplied by the opacity.
    private var pixels: [SIMD4<Double>]

    init(size: Int) {
        self.size = size
        pixels = Array(repeating: .zero, count: size * size)
    }

    /// Draws a shape over the picture.
    mutating func fill(_ shape: Shape, _ colour: Colour, opacity: Double = 1) {
        let unit = 1 / Double(size)
        let colour = SIMD4(colour.red, colour.green, colour.blue, 1)
        let (columns, rows) = (pixels(shape.across, unit), pixels(shape.down, unit))
        for y in rows {
            for x in columns {
                let point = SIMD2((Double(x) + 0.5) * unit, (Double(y) + 0.5) * unit)
                // The edge is one pixel wide.
                let inside = min(max(0.5 - shape.distance(point) / unit, 0), 1) * opacity
                guard inside > 0 else { continue }
                let index = y * size + x
                pixels[index] = colour * inside + pixels[index] * (1 - inside)
            }
        }
    }

    /// Returns the range of pixels for an interval of the square, with an additional pixel at each
    /// end for the edge.
    private func pixels(_ stretch: ClosedRange<Double>, _ unit: Double) -> Range<Int> {
        let first = max(0, Int((stretch.lowerBound / unit).rounded(.down)) - 1)
        let last = min(size, Int((stretch.upperBound / unit).rounded(.up)) + 1)
        return first..<max(first, last)
    }

    /// The picture's bytes in PNG order: for each row the number of the filter, then red, green,
    /// blue and opacity of each pixel.
    var scanlines: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size * (size * 4 + 1))
        for y in 0..<size {
            bytes.append(0)
            for x in 0..<size {
                let pixel = pixels[y * size + x]
                let opacity = pixel.w
                for part in [pixel.x, pixel.y, pixel.z] {
                    bytes.append(opacity > 0 ? Self.byte(part / opacity) : 0)
                }
                bytes.append(Self.byte(opacity))
            }
        }
        return bytes
    }

    private static func byte(_ value: Double) -> UInt8 {
        UInt8(min(max((value * 255).rounded(), 0), 255))
    }
}

/// A shape, defined by a function that returns a point's distance from the edge; the distance is
/// negative inside the shape.
struct Shape: Sendable {
    /// The horizontal interval that the shape occupies.
    let across: ClosedRange<Double>
    /// The vertical interval that the shape occupies.
    let down: ClosedRange<Double>
    let distance: @Sendable (SIMD2<Double>) -> Double

    static func disc(_ x: Double, _ y: Double, _ radius: Double) -> Shape {
        Shape(across: x - radius...x + radius, down: y - radius...y + radius) { point in
            length(point - SIMD2(x, y)) - radius
        }
    }

    /// Returns a line with round ends.
    static func line(
        from start: SIMD2<Double>,
        to end: SIMD2<Double>,
        _ width: Double
    ) -> Shape {
        let along = end - start
        let square = (along * along).sum()
        let (least, greatest) = (pointwiseMin(start, end), pointwiseMax(start, end))
        return Shape(
            across: least.x - width...greatest.x + width,
            down: least.y - width...greatest.y + width
        ) { point in
            let part = square > 0 ? min(max(((point - start) * along).sum() / square, 0), 1) : 0
            return length(point - start - along * part) - width / 2
        }
    }

    /// Returns a polygon without holes; the corners are in order around it.
    static func polygon(_ corners: [SIMD2<Double>]) -> Shape {
        let sides = zip(corners, corners.dropFirst() + corners.prefix(1)).map { corner, next in
            (corner: corner, next: next, line: Shape.line(from: corner, to: next, 0))
        }
        let outline = Shape.union(sides.map(\.line))
        return Shape(across: outline.across, down: outline.down) { point in
            var isInside = false
            for side in sides where (side.corner.y > point.y) != (side.next.y > point.y) {
                let part = (point.y - side.corner.y) / (side.next.y - side.corner.y)
                if point.x < side.corner.x + part * (side.next.x - side.corner.x) {
                    isInside.toggle()
                }
            }
            return isInside ? -outline.distance(point) : outline.distance(point)
        }
    }

    /// Returns the union of shapes: the points that lie in any of the shapes.
    static func union(_ shapes: [Shape]) -> Shape {
        let left = shapes.map(\.across.lowerBound).min() ?? 0
        let right = shapes.map(\.across.upperBound).max() ?? 0
        let top = shapes.map(\.down.lowerBound).min() ?? 0
        let bottom = shapes.map(\.down.upperBound).max() ?? 0
        return Shape(across: left...right, down: top...bottom) { point in
            shapes.reduce(.infinity) { min($0, $1.distance(point)) }
        }
    }

    /// Returns the difference of two shapes: the points that lie in this shape but not in the
    /// other.
    func without(_ other: Shape) -> Shape {
        Shape(across: across, down: down) { point in
            max(distance(point), -other.distance(point))
        }
    }

    private static func length(_ vector: SIMD2<Double>) -> Double {
        (vector * vector).sum().squareRoot()
    }
}
