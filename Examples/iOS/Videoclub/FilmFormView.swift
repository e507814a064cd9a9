// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoScreens
import SwiftUI

/// The form in which a film is added or changed; nothing changes until it is saved.
struct FilmFormView: View {
    @Bindable var model: FilmFormModel
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        Form {
            if let error = model.state.submission.error {
                ErrorRow(error: error)
            }
            if let theirs = model.state.theirs {
                Section("form.theirs") {
                    Text(verbatim: theirs.title)
                    Text(verbatim: "\(theirs.year) · \(theirs.director)")
                    if let synopsis = theirs.synopsis { Text(verbatim: synopsis) }
                }
            }
            Section {
                row("film.title", $model.form.title, "title")
                row("film.year", $model.form.year, "year")
                row("film.director", $model.form.director, "director")
                row("film.poster", $model.form.poster, "poster")
                row("film.synopsis", $model.form.synopsis, "synopsis", axis: .vertical)
            }
        }
        .navigationTitle(title)
        .toolbar {
            ToolbarItem(placement: .confirmationAction) {
                Button(model.state.theirs == nil ? "button.save" : "button.saveMine") {
                    Task { await model.save() }
                }
                .disabled(model.state.submission.isLoading)
            }
        }
        .onChange(of: model.state.isDone) { dismiss() }
    }

    private var title: Text {
        switch model.state.purpose {
        case .add: Text("films.add")
        case .edit(let film): Text(verbatim: film.film.title)
        }
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

/// The form that looks a title up.
///
/// A title that is found opens the other form, filled in. If the title is not found, the app
/// returns to the list; after an error, this form stays.
struct LookUpView: View {
    let club: VideoclubModel
    @Bindable var model: LookUpModel
    @State private var form: FilmFormModel?
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        Form {
            if let error = model.state.search.error {
                ErrorRow(error: error)
            }
            TextRow(
                title: "film.title",
                text: $model.title,
                error: model.state.search.error?.fieldError(of: "title")
            )
            Button("button.search") {
                Task { await search() }
            }
            .disabled(model.state.search.isLoading)
        }
        .navigationTitle("films.openMovieDB")
        .navigationDestination(isPresented: $form.isPresent) {
            if let form { FilmFormView(model: form) }
        }
        .onChange(of: form?.state.isDone) { dismissWhenSaved() }
        .onDisappear { if form == nil { model.cancel() } }
    }

    private func search() async {
        if let found = await model.search() {
            form = club.adding(found)
        } else if model.state.search.value == .notFound {
            dismiss()
        }
    }

    private func dismissWhenSaved() {
        if form?.state.isDone == true { dismiss() }
    }
}
