// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The Rails application of the course, written anew for each run.
enum RailsPeer {
    /// Starts it; `nil` where Rails is not installed.
    static func start(in folder: URL, port: Int) throws -> Child? {
        let found =
            (try? output(of: [
                "sh", "-c",
                "ruby -e 'require %q(rails); require %q(active_record)' && command -v puma",
            ])) ?? ""
        guard found.contains("puma") else { return nil }
        let file = folder.appending(path: "config.ru").path()
        try Data(application.utf8).write(to: URL(filePath: file))
        let database = folder.appending(path: "rails.sqlite").path()
        let views = folder.appending(path: "app/views/scores")
        try FileManager.default.createDirectory(at: views, withIntermediateDirectories: true)
        try Data(page.utf8).write(to: views.appending(path: "index.html.erb"))
        return try Child(
            "Rails",
            [
                "taskset", "-c", "0-1", "env", "DATABASE=\(database)", "puma", "-e", "production",
                "-w", "2",
                "-t", "5:5", "-b", "tcp://127.0.0.1:\(port)", file,
            ],
            processor: 0
        )
    }

    /// As many rows as the videoclub shows films.
    private static let page = """
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
        Game.routes.draw { resources(:scores) { collection { get "top3" } } }
        run Game
        """
}
