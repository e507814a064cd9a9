// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoScreens
import SwiftUI

/// One film, with the button that rents it or gives it back.
struct FilmView: View {
    let club: VideoclubModel
    @State private var film: FilmModel
    @State private var form: FilmFormModel?
    @State private var isAskingToDelete = false
    @Environment(\.dismiss) private var dismiss

    init(club: VideoclubModel, film: FilmModel) {
        self.club = club
        _film = State(initialValue: film)
    }

    var body: some View {
        List {
            if let error = film.state.film.error {
                ErrorRow(error: error) { await film.load() }
            }
            if let error = film.state.actionError {
                ErrorRow(error: error)
            }
            if let value = film.state.film.value {
                details(of: value)
            }
        }
        .navigationTitle(Text(verbatim: film.state.film.value?.title ?? ""))
        .toolbar {
            ToolbarItem(placement: .topBarTrailing) {
                Button("button.edit") {
                    Task { form = await club.editing(film) }
                }
            }
        }
        .navigationDestination(isPresented: $form.isPresent) {
            if let form { FilmFormView(model: form) }
        }
        .confirmationDialog("films.deleteQuestion", isPresented: $isAskingToDelete) {
            Button("button.delete", role: .destructive) {
                Task { await film.delete() }
            }
        }
        .task { await film.load() }
        .refreshable { await film.load() }
        .onChange(of: film.state.isGone) { dismiss() }
    }

    @ViewBuilder private func details(of value: Film) -> some View {
        Section {
            AsyncImage(url: value.poster.flatMap { URL(string: $0) }) { image in
                image.resizable().scaledToFit()
            } placeholder: {
                Image(systemName: "film")
            }
            .frame(maxHeight: 300)
            LabeledContent("film.year", value: value.year)
            LabeledContent("film.director", value: value.director)
            if let synopsis = value.synopsis {
                Text(verbatim: synopsis)
            }
        }
        Section {
            Button(value.rented ? "films.rented" : "films.free") {
                Task { await film.toggleRental() }
            }
            .disabled(film.state.rental == nil)
            Button("button.delete", role: .destructive) { isAskingToDelete = true }
                .disabled(film.state.rental == nil)
        }
    }
}
