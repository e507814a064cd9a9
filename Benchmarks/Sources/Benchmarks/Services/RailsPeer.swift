// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The course's Rails application, generated for each run.
enum RailsPeer {
    /// The worker processes.
    enum Workers: Sendable {
        /// Two workers with five threads each, on both processors, as Rails is usually served.
        case two
        /// One worker with one thread, on the first processor, which costs Rails the least per
        /// request.
        case one

        fileprivate var processors: String { self == .two ? "0-1" : "0" }

        fileprivate var options: [String] {
            self == .two ? ["-w", "2", "-t", "5:5"] : ["-t", "1:1"]
        }
    }

    /// Starts the application, or returns `nil` if Rails is not installed.
    ///
    /// - Parameters:
    ///   - folder: The folder for its files and its database.
    ///   - port: The port that it listens on.
    ///   - workers: The worker processes.
    ///   - films: The videoclub's catalog as JSON, which the application imports; none by default.
    /// - Returns: The application.
    /// - Throws: An error if its files cannot be written or the program does not start.
    static func start(
        in folder: URL,
        port: Int,
        workers: Workers = .two,
        films: String = "[]"
    ) throws -> Child? {
        let found =
            (try? output(of: [
                "sh", "-c",
                "ruby -e 'require %q(rails); require %q(active_record)' && command -v puma",
            ])) ?? ""
        guard found.contains("puma") else { return nil }
        let file = folder.appending(path: "config.ru").path()
        try Data(application.utf8).write(to: URL(filePath: file))
        let database = folder.appending(path: "rails.sqlite").path()
        let catalog = folder.appending(path: "films.json").path()
        try Data(films.utf8).write(to: URL(filePath: catalog))
        for (name, page) in [("scores", scoresPage), ("films", filmsPage)] {
            let views = folder.appending(path: "app/views/\(name)")
            try FileManager.default.createDirectory(at: views, withIntermediateDirectories: true)
            try Data(page.utf8).write(to: views.appending(path: "index.html.erb"))
        }
        return try Child(
            "Rails",
            [
                "taskset", "-c", workers.processors, "env", "DATABASE=\(database)",
                "FILMS=\(catalog)", "puma", "-e", "production",
            ] + workers.options + ["-b", "tcp://127.0.0.1:\(port)", file],
            processor: 0
        )
    }

    /// A page of scores, with as many rows as the videoclub's page has films.
    private static let scoresPage = """
        <!DOCTYPE html>
        <html>
        <head><title>Scores</title><%= csrf_meta_tags %></head>
        <body>
        <h1>Scores</h1>
        <table>
        <% @scores.each do |score| %>
        <tr>
        <td><%= score.name %></td>
        <td><%= score.total %></td>
        <td><%= link_to "Show", score %></td>
        <td><%= link_to "Destroy", score, method: :delete, data: { confirm: "Are you sure?" } %></td>
        </tr>
        <% end %>
        </table>
        </body>
        </html>
        """

    /// A page of films like the videoclub's, with the same members, a search and links to other
    /// pages.
    private static let filmsPage = """
        <!DOCTYPE html>
        <html lang="es">
        <head><title>Videoclub</title><%= csrf_meta_tags %></head>
        <body>
        <h1>Videoclub</h1>
        <%= form_with url: films_path, method: :get, local: true do |form| %>
        <%= form.search_field :q %><%= form.submit "Buscar" %>
        <% end %>
        <ul>
        <% @films.each do |film| %>
        <li><%= link_to film_path(film) do %>
        <%= image_tag film.poster, alt: "", width: 60, height: 90 %>
        <span class="title"><%= film.title %></span>
        <span class="detail"><%= film.director %>, <%= film.year %></span>
        <% if film.rented %><span class="rented">Alquilada</span><% end %>
        <% end %></li>
        <% end %>
        </ul>
        <%= link_to "Nueva película", new_film_path %>
        </body>
        </html>
        """

    private static let application = """
        ENV["RAILS_ENV"] = "production"
        require "rails"
        require "action_controller/railtie"
        require "action_view/railtie"
        require "active_record/railtie"
        require "active_record/connection_adapters/sqlite3_adapter"
        ENV["DATABASE_URL"] = "sqlite3:#{ENV["DATABASE"]}"
        class Game < Rails::Application
          config.root = __dir__
          config.load_defaults 6.1
          config.eager_load = true
          config.secret_key_base = "x" * 64
          config.logger = Logger.new(nil)
          config.hosts.clear
        end
        Game.initialize!
        ActiveRecord::ConnectionAdapters::SQLite3Adapter.prepend(Module.new {
          def configure_connection
            super
            @connection.execute("PRAGMA synchronous = NORMAL")
          end
        })
        ActiveRecord::Base.establish_connection(
          adapter: "sqlite3", database: ENV["DATABASE"], pool: 16, timeout: 5000)
        connection = ActiveRecord::Base.connection
        connection.execute("PRAGMA journal_mode = WAL")
        unless connection.table_exists?(:scores)
          ActiveRecord::Schema.verbose = false
          ActiveRecord::Schema.define do
            create_table(:scores) do |t|
              t.string :name
              t.integer :total, limit: 8
              t.timestamps
              t.index :total
            end
          end
          connection.execute("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n " \\
            "WHERE i < 1000) INSERT INTO scores (name, total, created_at, updated_at) " \\
            "SELECT 'Ana', i * 7919 % 1000003, '2020-01-01', '2020-01-01' FROM n")
        end
        unless connection.table_exists?(:films)
          ActiveRecord::Schema.verbose = false
          ActiveRecord::Schema.define do
            create_table(:films) do |t|
              t.string :title, :year, :director, :poster
              t.boolean :rented
              t.text :synopsis
              t.timestamps
            end
          end
        end
        class Film < ActiveRecord::Base; end
        if Film.none?
          JSON.parse(File.read(ENV["FILMS"])).each do |film|
            Film.create!(film.slice("title", "year", "director", "poster", "rented", "synopsis"))
          end
        end
        class FilmsController < ActionController::Base
          protect_from_forgery
          def index
            @films = Film.order(:id).limit(20)
          end
        end
        class Score < ActiveRecord::Base; end
        class ScoresController < ActionController::Base
          protect_from_forgery with: :null_session
          wrap_parameters format: [:json]
          def index
            @scores = Score.order(:id).limit(20)
          end
          def top3
            @scores = Score.order("total desc").limit(3)
            respond_to { |format| format.json { render json: @scores } }
          end
          def create
            @score = Score.new(params.require(:score).permit(:name, :total))
            @score.save!
            respond_to do |format|
              format.json { render json: @score, status: :created, location: @score }
            end
          end
        end
        Game.routes.draw do
          resources(:films)
          resources(:scores) { collection { get "top3" } }
        end
        run Game
        """
}
