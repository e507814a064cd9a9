// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// A button that opens a menu above the page, without a script.
struct Popover: Sendable {
    /// The ID of the menu in the page.
    let id: String
    /// The label of the button, for tooltips and screen readers.
    let label: String
    /// The icon on the button.
    let icon: Icon
    /// The content of the menu.
    let content: HTML

    /// The button and the menu.
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
