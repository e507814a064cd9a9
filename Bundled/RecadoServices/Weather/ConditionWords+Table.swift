// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ConditionWords {
    /// The descriptions of conditions, one per line: OpenWeatherMap's condition code, the English
    /// text, the Spanish text.
    static let conditions = """
        200|thunderstorm with light rain|tormenta con lluvia ligera
        201|thunderstorm with rain|tormenta con lluvia
        202|thunderstorm with heavy rain|tormenta con lluvia intensa
        210|light thunderstorm|tormenta ligera
        211|thunderstorm|tormenta
        212|heavy thunderstorm|tormenta fuerte
        221|ragged thunderstorm|tormenta irregular
        230|thunderstorm with light drizzle|tormenta con llovizna ligera
        231|thunderstorm with drizzle|tormenta con llovizna
        232|thunderstorm with heavy drizzle|tormenta con llovizna intensa
        300|light intensity drizzle|llovizna ligera
        301|drizzle|llovizna
        302|heavy intensity drizzle|llovizna intensa
        310|light intensity drizzle rain|lluvia y llovizna ligeras
        311|drizzle rain|lluvia y llovizna
        312|heavy intensity drizzle rain|lluvia y llovizna intensas
        313|shower rain and drizzle|chubascos y llovizna
        314|heavy shower rain and drizzle|chubascos fuertes y llovizna
        321|shower drizzle|chubascos de llovizna
        500|light rain|lluvia ligera
        501|moderate rain|lluvia moderada
        502|heavy intensity rain|lluvia intensa
        503|very heavy rain|lluvia muy intensa
        504|extreme rain|lluvia extrema
        511|freezing rain|lluvia helada
        520|light intensity shower rain|chubascos ligeros
        521|shower rain|chubascos
        522|heavy intensity shower rain|chubascos intensos
        531|ragged shower rain|chubascos irregulares
        600|light snow|nevada ligera
        601|snow|nieve
        602|heavy snow|nevada intensa
        611|sleet|aguanieve
        612|light shower sleet|chubascos ligeros de aguanieve
        613|shower sleet|chubascos de aguanieve
        615|light rain and snow|lluvia y nieve ligeras
        616|rain and snow|lluvia y nieve
        620|light shower snow|chubascos ligeros de nieve
        621|shower snow|chubascos de nieve
        622|heavy shower snow|chubascos intensos de nieve
        701|mist|neblina
        711|smoke|humo
        721|haze|calima
        731|sand/dust whirls|remolinos de arena o polvo
        741|fog|niebla
        751|sand|arena
        761|dust|polvo
        762|volcanic ash|ceniza volcánica
        771|squalls|turbonadas
        781|tornado|tornado
        800|clear sky|cielo claro
        801|few clouds|algo de nubes
        802|scattered clouds|nubes dispersas
        803|broken clouds|muy nuboso
        804|overcast clouds|nubes
        """

    /// The descriptions in other languages for the nine groups of conditions that share an icon, in
    /// the order of the icons.
    static let groups = """
        ca|cel clar|pocs núvols|núvols dispersos|ennuvolat|plugim|pluja|tempesta|neu|boira
        gl|ceo claro|poucas nubes|nubes dispersas|anubrado|orballo|choiva|treboada|neve|néboa
        eu|oskarbi|hodei gutxi|hodei sakabanatuak|lainotuta|lanbroa|euria|ekaitza|elurra|lainoa
        pt|céu limpo|algumas nuvens|nuvens dispersas|nublado|chuvisco|chuva|trovoada|neve|névoa
        fr|ciel dégagé|peu nuageux|partiellement nuageux|couvert|bruine|pluie|orage|neige|brume
        it|cielo sereno|poche nuvole|nubi sparse|cielo coperto|pioviggine|pioggia|temporale|neve|nebbia
        de|Klarer Himmel|Ein paar Wolken|Mäßig bewölkt|Bedeckt|Nieselregen|Regen|Gewitter|Schnee|Nebel
        nl|onbewolkt|licht bewolkt|half bewolkt|bewolkt|motregen|regen|onweer|sneeuw|mist
        pl|bezchmurnie|małe zachmurzenie|rozproszone chmury|pochmurno|mżawka|deszcz|burza|śnieg|mgła
        ro|cer senin|câțiva nori|nori împrăștiați|noros|burniță|ploaie|furtună|ninsoare|ceață
        se|klar himmel|få moln|spridda moln|mulet|duggregn|regn|åska|snö|dimma
        ru|ясно|небольшая облачность|переменная облачность|пасмурно|морось|дождь|гроза|снег|туман
        """
}
