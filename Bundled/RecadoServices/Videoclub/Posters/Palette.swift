// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Five colors that match each other.
struct Palette {
    /// The background of the poster.
    let ground: String
    /// The color of the text, which contrasts with the ground.
    let ink: String
    /// The main color, which contrasts with the ground.
    let first: String
    /// The second color of the composition.
    let second: String
    /// The third color of the composition.
    let third: String

    /// True if the ground is dark and the ink is light.
    let isDark: Bool

    /// The darker of ground and ink.
    var night: String { isDark ? ground : ink }
    /// The lighter of ground and ink.
    var day: String { isDark ? ink : ground }

    private init(
        _ ground: String,
        _ ink: String,
        _ first: String,
        _ second: String,
        _ third: String,
        isDark: Bool = false
    ) {
        self.ground = ground
        self.ink = ink
        self.first = first
        self.second = second
        self.third = third
        self.isDark = isDark
    }

    static let all = [
        Palette("#f2e8d5", "#1d1a1a", "#c8102e", "#e9a23b", "#2f4858"),
        Palette("#10141f", "#f3ede0", "#f3a712", "#e4572e", "#76b0c9", isDark: true),
        Palette("#e8dcc4", "#22223b", "#9a3b3b", "#c9a46a", "#4a4e69"),
        Palette("#0f4c5c", "#fbf5e6", "#fb8b24", "#e36414", "#b8d8ba", isDark: true),
        Palette("#f6d6c9", "#2b2d42", "#c1121f", "#ef8354", "#4f5d75"),
        Palette("#ede6cf", "#283618", "#9c4a1a", "#dda15e", "#606c38"),
        Palette("#161616", "#f5f5f0", "#fcbf49", "#d62828", "#eae2b7", isDark: true),
        Palette("#dce7ee", "#12263a", "#0b5e87", "#f4b942", "#c8553d"),
        Palette("#1b1b3a", "#f7eee3", "#ffb48f", "#a74482", "#6f7bd9", isDark: true),
        Palette("#1e3d34", "#f4efe1", "#e9c46a", "#e76f51", "#8ab17d", isDark: true),
        Palette("#e63b2e", "#fff6e5", "#ffe2a8", "#1a1423", "#f7a072", isDark: true),
    ]
}
