// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoScreens
import SwiftUI

/// The form in which a post is written or changed.
struct PostFormView: View {
    @Bindable var model: PostFormModel
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        NavigationStack {
            Form {
                if let error = model.state.submission.error {
                    ErrorRow(error: error)
                }
                if let theirs = model.state.theirs {
                    Section("form.theirs") {
                        Text(verbatim: theirs.title)
                        Text(verbatim: theirs.body)
                    }
                }
                Section {
                    row("post.title", $model.form.title, "title")
                    row("post.body", $model.form.body, "body", axis: .vertical)
                    row("post.author", $model.form.author, "author")
                }
            }
            .navigationTitle(model.state.revision == nil ? "posts.new" : "posts.edit")
            .toolbar {
                ToolbarItem(placement: .cancellationAction) {
                    Button("button.cancel") {
                        model.cancel()
                        dismiss()
                    }
                }
                ToolbarItem(placement: .confirmationAction) {
                    Button(saving) {
                        Task { await model.save() }
                    }
                    .disabled(model.state.submission.isLoading)
                }
            }
        }
        .onChange(of: model.state.isDone) { dismiss() }
    }

    private var saving: LocalizedStringKey {
        if model.state.isGone { return "button.publishAsNew" }
        return model.state.theirs == nil ? "button.save" : "button.saveMine"
    }

    private func row(
        _ title: LocalizedStringKey,
        _ text: Binding<String>,
        _ field: String,
        axis: Axis = .horizontal
    ) -> TextRow {
        TextRow(title: title, text: text, error: model.state.fieldError(of: field), axis: axis)
    }
}
