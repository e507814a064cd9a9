// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoScreens
import SwiftUI

/// The list of films, with the ways to search, add and delete.
struct FilmListView: View {
    let club: VideoclubModel
    @Bindable var list: FilmListModel
    @Bindable var session: MemberSession

    @State private var isChoosing = false
    @State private var lookUp: LookUpModel?
    @State private var form: FilmFormModel?
    @State private var deletion: FilmModel?

    var body: some View {
        NavigationStack {
            films
                .navigationTitle("videoclub.title")
                .navigationDestination(for: Int.self) { id in
                    FilmView(club: club, film: club.film(id))
                }
                .navigationDestination(isPresented: $lookUp.isPresent) {
                    if let lookUp { LookUpView(club: club, model: lookUp) }
                }
                .navigationDestination(isPresented: $form.isPresent) {
                    if let form { FilmFormView(model: form) }
                }
                .toolbar { buttons }
        }
        .sheet(isPresented: $session.isAsking) {
            LoginView(session: session)
        }
        .task { await session.restore() }
    }

    private var films: some View {
        List {
            if let error = list.state.films.error {
                ErrorRow(error: error) { await list.load() }
            }
            if let error = deletion?.state.actionError {
                ErrorRow(error: error)
            }
            if list.state.films.value?.films.isEmpty == true {
                Text("films.none").foregroundStyle(.secondary)
            }
            ForEach(list.state.films.value?.films ?? []) { film in
                NavigationLink(value: film.id) { FilmRow(film: film) }
                    .swipeActions {
                        Button("button.delete", role: .destructive) { delete(film) }
                    }
            }
            if list.state.films.value?.hasMore == true {
                ProgressView().task { await list.loadMore() }
            }
        }
        .searchable(text: $list.words)
        .task(id: list.words) { await list.search() }
        .refreshable { await list.load() }
        .overlay {
            if list.state.films.value == nil, list.state.films.isLoading { ProgressView() }
        }
    }

    @ToolbarContentBuilder private var buttons: some ToolbarContent {
        ToolbarItem(placement: .topBarLeading) {
            if let name = session.memberName {
                Menu {
                    Button("login.logOut") { Task { await session.logOut() } }
                } label: {
                    Label(name, systemImage: "person.fill")
                }
            } else {
                Button("login.logIn", systemImage: "person") { Task { await session.logIn() } }
            }
        }
        ToolbarItem(placement: .topBarTrailing) {
            Button("films.add", systemImage: "plus") { isChoosing = true }
                .popover(isPresented: $isChoosing) { choices }
        }
    }

    private var choices: some View {
        VStack(alignment: .leading, spacing: 20) {
            Button("films.openMovieDB") {
                isChoosing = false
                lookUp = club.lookUp()
            }
            Button("films.manual") {
                isChoosing = false
                form = club.adding()
            }
        }
        .padding()
        .presentationCompactAdaptation(.popover)
    }

    private func delete(_ film: Film) {
        let model = club.film(film.id)
        deletion = model
        Task { await model.delete() }
    }
}

/// A film in the list.
struct FilmRow: View {
    let film: Film

    var body: some View {
        HStack {
            VStack(alignment: .leading) {
                Text(verbatim: film.title)
                Text(verbatim: "\(film.year) · \(film.director)")
                    .font(.footnote)
                    .foregroundStyle(.secondary)
            }
            Spacer()
            if film.rented {
                Text("films.rented").font(.footnote).foregroundStyle(.orange)
            }
        }
    }
}

extension Optional {
    /// True if there is a value; setting it to false removes the value.
    var isPresent: Bool {
        get { if case .some = self { true } else { false } }
        set { if !newValue { self = nil } }
    }
}
