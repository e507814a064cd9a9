// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoScreens
import SwiftUI

/// The form that asks for the weather, as JSON or XML, and the response.
struct WeatherView: View {
    @Bindable var model: WeatherModel

    var body: some View {
        NavigationStack {
            List {
                question
                if model.state.answer.isLoading {
                    HStack {
                        ProgressView()
                        Button("button.cancel") { model.cancel() }
                    }
                }
                if let error = model.state.answer.error {
                    ErrorRow(error: error) { await model.ask() }
                }
                answer
            }
            .navigationTitle("weather.title")
            .searchable(text: $model.question.place, prompt: "weather.city")
            .searchSuggestions {
                ForEach(model.state.suggestions) { city in
                    Text(verbatim: city.name).searchCompletion("\(city.name),\(city.country)")
                }
            }
            .onSubmit(of: .search) { Task { await model.ask() } }
            .task { await model.loadCities() }
        }
    }

    @ViewBuilder private var question: some View {
        Picker("weather.format", selection: $model.question.form) {
            ForEach(WeatherQuestion.Form.allCases, id: \.self) { form in
                Text(verbatim: form.rawValue.uppercased())
            }
        }
        .pickerStyle(.segmented)
        Picker("weather.units", selection: $model.question.units) {
            ForEach(Weather.Units.allCases, id: \.self) { units in
                Text(verbatim: units.degree)
            }
        }
        .pickerStyle(.segmented)
        .onChange(of: [model.question.form.rawValue, model.question.units.rawValue]) {
            Task { await model.ask() }
        }
    }

    @ViewBuilder private var answer: some View {
        switch model.state.answer.value {
        case .found(let report, let curve, _):
            ReportView(
                report: report,
                curve: curve,
                units: model.state.answered?.units ?? .standard
            )
        case .unknown(let cities):
            Section("weather.unknown") {
                ForEach(cities) { city in
                    Button {
                        model.question.place = "\(city.name),\(city.country)"
                        Task { await model.ask() }
                    } label: {
                        Text(verbatim: "\(city.name), \(city.country)")
                    }
                }
            }
        case nil: Text("weather.hint").foregroundStyle(.secondary)
        }
    }
}
