// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// A button that opens a few choices above the page, without any script.
struct Popover: Sendable {
    /// What it is known by in the page.
    let id: String
    /// What the button says, aloud where it is only a sign.
    let label: String
    /// The sign on the button.
    let icon: Icon
    /// What it holds.
    let content: HTML

    /// The button and what it opens.
    var html: HTML {
        """
        <div class="popped">
        <button type="button" class="button bare" popovertarget="\(id)" title="\(label)">\
        \(icon.html)<span class="hidden">\(label)</span></button>
        <div id="\(id)" class="popover" popover>
        \(content)
        </div>
        </div>
        """
    }
}
