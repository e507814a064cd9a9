// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import Testing

/// Tests the model with original responses of OpenWeatherMap.
@Suite struct `Coding of weather reports` {
    /// One report of 2020 as JSON and as XML, for Berlin in German.
    static let json = """
        {"coord":{"lon":13.41,"lat":52.52},"weather":[{"id":804,"main":"Clouds","description":\
        "Bedeckt","icon":"04d"}],"base":"stations","main":{"temp":12.73,"feels_like":7.4,\
        "temp_min":11.67,"temp_max":13.89,"pressure":1014,"humidity":62},"visibility":10000,\
        "wind":{"speed":6.2,"deg":200},"clouds":{"all":89},"dt":1579089181,"sys":{"type":1,\
        "id":1275,"country":"DE","sunrise":1579072219,"sunset":1579101619},"timezone":3600,\
        "id":2950159,"name":"Berlin","cod":200}
        """
    static let xml = """
        <?xml version="1.0" encoding="UTF-8"?>
        <current><city id="2950159" name="Berlin"><coord lon="13.41" lat="52.52"></coord>\
        <country>DE</country><timezone>3600</timezone><sun rise="2020-01-15T07:10:19" \
        set="2020-01-15T15:20:19"></sun></city><temperature value="12.73" min="11.67" \
        max="13.89" unit="celsius"></temperature><feels_like value="7.4" unit="celsius">\
        </feels_like><humidity value="62" unit="%"></humidity><pressure value="1014" unit="hPa">\
        </pressure><wind><speed value="6.2" unit="m/s" name="Moderate breeze"></speed><gusts>\
        </gusts><direction value="200" code="SSW" name="South-southwest"></direction></wind>\
        <clouds value="89" name="Bedeckt"></clouds><visibility value="10000"></visibility>\
        <precipitation mode="no"></precipitation><weather number="804" value="Bedeckt" icon="04d">\
        </weather><lastupdate value="2020-01-15T11:53:01"></lastupdate></current>
        """

    private var xmlFormat: Format {
        get throws { try #require(CurrentWeather.formats.first { $0 == .xml }) }
    }

    @Test func `JSON is decoded and encoded unchanged`() throws {
        let report = try JSON().decode(WeatherReport.self, from: Self.json)
        #expect(report.city == "Berlin")
        #expect(report.readings.temperature == 12.73)
        #expect(report.conditions.first?.main == "Clouds")
        #expect(report.code == StatusCode(200))
        #expect(try JSON().encodeToString(report) == Self.json)
    }

    @Test func `XML is decoded and encoded unchanged`() throws {
        let report: WeatherReport = try xmlFormat.decode(
            WeatherReport.self,
            from: Array(Self.xml.utf8)
        )
        #expect(report.units == .metric)
        #expect(report.conditions.first?.main == "Clouds")
        let written = String(decoding: try xmlFormat.encode(report).bytes, as: UTF8.self)
        #expect(written.replacing("?>\n", with: "?>") == Self.xml.replacing("?>\n", with: "?>"))
    }

    @Test func `JSON and XML of one response decode to the same report`() throws {
        var fromJSON = try JSON().decode(WeatherReport.self, from: Self.json)
        let fromXML: WeatherReport = try xmlFormat.decode(
            WeatherReport.self,
            from: Array(Self.xml.utf8)
        )
        // These values are missing from the XML.
        (fromJSON.base, fromJSON.code) = (nil, nil)
        fromJSON.system?.type = nil
        fromJSON.system?.id = nil
        // These values are missing from the JSON.
        fromJSON.units = .metric
        fromJSON.clouds?.name = "Bedeckt"
        #expect(fromJSON == fromXML)
    }

    @Test func `old responses with missing members and a textual status are decoded`() throws {
        let old = """
            {"weather":[{"id":500,"main":"Rain","description":"light rain","icon":"10d"},
            {"id":701,"main":"Mist","description":"mist","icon":"50d"}],
            "main":{"temp":290,"pressure":1012.831,"humidity":17},"dt":1475400000,
            "sys":{"message":0.0035,"country":"IL"},"rain":{"3h":0.5},"cod":"200"}
            """
        let report = try JSON().decode(WeatherReport.self, from: old)
        #expect(report.conditions.map(\.main) == ["Rain", "Mist"])
        #expect(report.rain?.lastThreeHours == 0.5)
        #expect(report.system?.message == 0.0035)
        #expect(report.code?.value == 200)
        #expect(report.wind == nil && report.utcOffset == nil && report.city == nil)
    }

    @Test func `XML without optional elements is decoded`() throws {
        let old = """
            <current><city id="1" name="X"><country>IL</country></city>\
            <temperature value="312.25" unit="kelvin"/><wind><speed value="4.56"/><gusts value="9"/>\
            </wind><visibility/><precipitation value="0.3" mode="snow" unit="3h"/>\
            <weather number="741" value="fog" icon="50n"/>\
            <lastupdate value="2016-10-02T09:34:36"/></current>
            """
        let report: WeatherReport = try xmlFormat.decode(
            WeatherReport.self,
            from: Array(old.utf8)
        )
        #expect(report.units == .standard)
        #expect(report.wind?.gust == 9)
        #expect(report.snow?.lastThreeHours == 0.3)
        #expect(report.conditions.first?.main == "Fog")
        #expect(report.visibility == nil)
        #expect(report.time == 1_475_400_876)
    }

    @Test(arguments: ["2020-13-01T00:00:00", "2020-01-01", "", "yesterday", "2020-02-30T00:00:00"])
    func `XML with an invalid time is refused`(time: String) throws {
        let document = """
            <current><city/><temperature value="1"/><weather number="800" value="" icon="01d"/>\
            <lastupdate value="\(time)"/></current>
            """
        let format = try xmlFormat
        #expect(throws: CodingError.self) {
            try format.decode(WeatherReport.self, from: Array(document.utf8)) as WeatherReport
        }
    }

    @Test func `errors have a number as code for 401 and a text for 404`() throws {
        #expect(
            try JSON().encodeToString(WeatherError(404, "city not found"))
                == #"{"cod":"404","message":"city not found"}"#
        )
        #expect(
            try JSON().encodeToString(WeatherError(401, "no"))
                == #"{"cod":401,"message":"no"}"#
        )
        for text in [#"{"cod":"400","message":"m"}"#, #"{"cod":400,"message":"m"}"#] {
            #expect(try JSON().decode(WeatherError.self, from: text).cod.value == 400)
        }
    }
}
