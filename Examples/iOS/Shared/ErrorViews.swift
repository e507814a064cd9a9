// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoScreens
import SwiftUI

extension ScreenError {
    /// The key of the text for users, from the error's reason or, if it has none, from its kind.
    var words: LocalizedStringKey {
        LocalizedStringKey(reason.map { "reason.\($0.rawValue)" } ?? "error.\(kind.rawValue)")
    }
}

/// An error as text, with a button to try again if that may help.
struct ErrorRow: View {
    let error: ScreenError
    var retry: (() async -> Void)?

    var body: some View {
        VStack(alignment: .leading) {
            Label(error.words, systemImage: "exclamationmark.triangle")
                .foregroundStyle(.red)
            if let retry, error.isTemporary {
                Button("button.retry") {
                    Task { await retry() }
                }
            }
        }
    }
}

/// The error of a field, below it.
struct FieldErrorText: View {
    let error: FieldError?

    var body: some View {
        if let error {
            words(of: error.kind)
                .font(.footnote)
                .foregroundStyle(.red)
        }
    }

    private func words(of kind: FieldError.Kind) -> Text {
        switch kind {
        case .missing: Text("field.missing")
        case .tooLong(let count, let limit): Text("field.tooLong \(count) \(limit)")
        case .notANumber: Text("field.notANumber")
        case .numberTooLarge: Text("field.numberTooLarge")
        case .notAYear: Text("field.notAYear")
        case .outside(let range): Text("field.outside \(range.lowerBound) \(range.upperBound)")
        case .notAnAddress: Text("field.notAnAddress")
        case .notAPath: Text("field.notAPath")
        case .notRemovable: Text("field.notRemovable")
        case .refused(let words): Text(verbatim: words)
        }
    }
}

/// A text field with the error below it.
struct TextRow: View {
    let title: LocalizedStringKey
    @Binding var text: String
    var error: FieldError?
    var axis = Axis.horizontal

    var body: some View {
        VStack(alignment: .leading) {
            TextField(title, text: $text, axis: axis)
            FieldErrorText(error: error)
        }
    }
}
