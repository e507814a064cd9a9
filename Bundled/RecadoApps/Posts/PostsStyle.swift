// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// How the posts look.
enum PostsStyle {
    static let text = """
        .post .text { max-width: 38rem; white-space: pre-wrap; }
        .theirs { margin: 0 0 1.5rem; padding: 1rem 1.25rem; background: var(--sheet); border: 1px solid var(--line); }
        .theirs h3 { font-size: 1.15rem; } .theirs .text { max-height: 16rem; overflow-y: auto; }
        .posts .rows > li > a { align-items: baseline; }
        .posts .rows .end { flex: none; font-size: 0.875rem; }

        """
}
