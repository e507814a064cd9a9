// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// A button of a form, or a link that looks like one.
struct Button: Sendable {
    /// The prominence of a button.
    enum Style: String, Sendable {
        /// The main button of a page.
        case primary
        /// Any other button.
        case plain
        /// A button that deletes data.
        case danger
        /// An icon without a frame in the bar; screen readers use the title.
        case bare
    }

    /// The text of the button.
    let title: String
    /// The address of a link; `nil` for a button that submits its form.
    let path: String?
    /// The prominence of the button.
    let style: Style
    /// An icon before the title; none by default.
    let icon: Icon?
    /// The name and the value that the button adds to its form; none by default.
    var entry: (name: String, value: String)?
    /// The address to which the button submits its form; by default, the form's own address.
    var formAction: String?
    /// The ID of the dialog that the script opens in place of the link; none by default.
    var dialog: String?

    init(
        _ title: String,
        leadingTo path: String? = nil,
        style: Style = .plain,
        icon: Icon? = nil
    ) {
        self.title = title
        self.path = path
        self.style = style
        self.icon = icon
    }

    /// The HTML of the button.
    var html: HTML {
        let sign: HTML = icon?.html ?? ""
        let text: HTML =
            style == .bare ? #"<span class="hidden">\#(title)</span>"# : "<span>\(title)</span>"
        let name = "button \(style.rawValue)"
        let tip: HTML = style == .bare ? #" title="\#(title)""# : ""
        if let path {
            let opens: HTML = dialog.map { #" data-dialog="\#($0)""# } ?? ""
            return
                #"<a class="\#(name)" href="\#(link: path)"\#(tip)\#(opens)>\#(sign)\#(text)</a>"#
        }
        let field: HTML = entry.map { #" name="\#($0.name)" value="\#($0.value)""# } ?? ""
        let action: HTML = formAction.map { #" formaction="\#($0)""# } ?? ""
        return #"<button class="\#(name)"\#(tip)\#(field)\#(action)>\#(sign)\#(text)</button>"#
    }
}
