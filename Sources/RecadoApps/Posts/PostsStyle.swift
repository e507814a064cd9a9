// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// How the posts look.
enum PostsStyle {
    static let text = """
        .post .text { max-width: 38rem; white-space: pre-wrap; }
        .posts .rows > li > a { align-items: baseline; }
        .posts .rows .end { flex: none; font-size: 0.875rem; }

        """
}
