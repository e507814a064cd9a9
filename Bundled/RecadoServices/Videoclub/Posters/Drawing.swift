// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An SVG drawing that is built shape by shape, from the bottom layer to the top layer.
struct Drawing {
    /// The elements so far.
    private(set) var elements = ""

    /// Adds a rectangle.
    mutating func rectangle(
        _ x: Double,
        _ y: Double,
        _ width: Double,
        _ height: Double,
        _ paint: Paint
    ) {
        add("rect x='\(x.svg)' y='\(y.svg)' width='\(width.svg)' height='\(height.svg)'", paint)
    }

    /// Adds a circle.
    mutating func circle(_ x: Double, _ y: Double, _ radius: Double, _ paint: Paint) {
        add("circle cx='\(x.svg)' cy='\(y.svg)' r='\(radius.svg)'", paint)
    }

    /// Adds a straight line.
    mutating func line(_ start: Point, _ end: Point, _ paint: Paint) {
        add(
            "line x1='\(start.x.svg)' y1='\(start.y.svg)' x2='\(end.x.svg)' y2='\(end.y.svg)'",
            paint
        )
    }

    /// Adds a closed shape with straight edges.
    mutating func polygon(_ corners: [Point], _ paint: Paint) {
        let points = corners.map { "\($0.x.svg),\($0.y.svg)" }.joined(separator: " ")
        add("polygon points='\(points)'", paint)
    }

    /// Adds a path; its commands are not escaped, so they must not contain text from callers.
    mutating func path(_ commands: String, _ paint: Paint) {
        add("path d='\(commands)'", paint)
    }

    /// Adds the content of another drawing, rotated clockwise about a point.
    mutating func turned(by degrees: Double, about centre: Point, _ draw: (inout Drawing) -> Void) {
        var inner = Drawing()
        draw(&inner)
        let turn = "rotate(\(degrees.svg) \(centre.x.svg) \(centre.y.svg))"
        elements += "<g transform='\(turn)'>\(inner.elements)</g>\n"
    }

    /// Adds the content of another drawing, clipped to a rectangle from the origin.
    mutating func clipped(width: Double, height: Double, _ draw: (inout Drawing) -> Void) {
        var inner = Drawing()
        draw(&inner)
        elements += """
            <svg width='\(width.svg)' height='\(height.svg)' overflow='hidden'>
            \(inner.elements)</svg>

            """
    }

    /// Adds a line of text, escaped, whose baseline begins or ends at a point.
    mutating func text(_ text: String, at point: Point, _ type: Typeface, _ colour: String) {
        let anchor = type.endsAtPoint ? " text-anchor='end'" : ""
        let spacing = type.spacing == 0 ? "" : " letter-spacing='\(type.spacing.svg)'"
        elements +=
            "<text x='\(point.x.svg)' y='\(point.y.svg)' font-size='\(type.size.svg)' "
            + "font-weight='\(type.weight)'\(spacing)\(anchor) fill='\(colour)'>"
            + "\(Self.escaped(text))</text>\n"
    }

    private mutating func add(_ shape: String, _ paint: Paint) {
        elements += "<\(shape) \(paint.attributes)/>\n"
    }

    /// Returns a text, escaped for an element or an attribute.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            // XML 1.0 §2.2 does not allow other control characters, not even as references.
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": escaped += " "
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

extension Drawing {
    /// A point in a drawing: the distances from the left and from the top.
    struct Point {
        var x: Double
        var y: Double

        init(_ x: Double, _ y: Double) {
            (self.x, self.y) = (x, y)
        }
    }

    /// The fill or the outline of a shape.
    struct Paint {
        let attributes: String

        /// Returns the paint that fills a shape with a color.
        static func fill(_ colour: String, opacity: Double = 1) -> Paint {
            Paint(attributes: "fill='\(colour)'" + (opacity < 1 ? " opacity='\(opacity.svg)'" : ""))
        }

        /// Returns the paint that draws a colored line along a shape's edge.
        static func stroke(_ colour: String, width: Double) -> Paint {
            Paint(attributes: "fill='none' stroke='\(colour)' stroke-width='\(width.svg)'")
        }
    }

    /// The style of a line of text.
    struct Typeface {
        var size: Double
        var weight = 400
        var spacing = 0.0
        var endsAtPoint = false
    }
}

extension Double {
    /// The number with at most one decimal place, the same on every machine.
    fileprivate var svg: String {
        let tenths = Int((self * 10).rounded())
        let whole = "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10)"
        return tenths % 10 == 0 ? whole : whole + ".\(abs(tenths) % 10)"
    }
}
