// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension CityTable {
    /// The cities, one per line: number, name, country, latitude, longitude, meters above the sea,
    /// minutes ahead of UTC in winter, rule of daylight saving time, climate, other names.
    ///
    /// Numbers, names and coordinates are from GeoNames (geonames.org, CC BY 4.0), like
    /// OpenWeatherMap's.
    static let text = """
        2521978|Alicante|ES|38.3452|-0.4815|20|60|eu|m|Alacant
        2522258|Albacete|ES|38.9942|-1.8564|680|60|eu|s|
        2521886|Almería|ES|36.8381|-2.4597|20|60|eu|s|
        3129136|Ávila|ES|40.6572|-4.6995|1130|60|eu|s|
        2521420|Badajoz|ES|38.8779|-6.9706|185|60|eu|m|
        3128760|Barcelona|ES|41.3888|2.159|20|60|eu|m|
        3128026|Bilbao|ES|43.2627|-2.9253|20|60|eu|o|Bilbo
        3127461|Burgos|ES|42.3411|-3.7018|860|60|eu|o|
        2520611|Cáceres|ES|39.4765|-6.3722|440|60|eu|m|
        2520600|Cádiz|ES|36.5267|-6.2891|10|60|eu|m|
        2519752|Castelló de la Plana|ES|39.9857|-0.0493|30|60|eu|m|Castellón,Castellón de la Plana,Castelló
        6362987|Ceuta|ES|35.8892|-5.3204|10|60|eu|m|
        2519402|Ciudad Real|ES|38.9863|-3.9291|630|60|eu|s|
        2519240|Córdoba|ES|37.8916|-4.7728|120|60|eu|m|Cordova
        3124132|Cuenca|ES|40.0667|-2.1333|950|60|eu|s|
        3121456|Girona|ES|41.9831|2.8249|70|60|eu|m|Gerona
        2517117|Granada|ES|37.1882|-3.6067|690|60|eu|m|
        3121070|Guadalajara|ES|40.6286|-3.1618|690|60|eu|s|
        2516548|Huelva|ES|37.2664|-6.94|20|60|eu|m|
        3120514|Huesca|ES|42.1362|-0.4087|480|60|eu|s|
        2516395|Jaén|ES|37.7692|-3.7903|570|60|eu|m|
        3119841|A Coruña|ES|43.3713|-8.396|20|60|eu|o|La Coruña,Coruña,Corunna
        2515270|Las Palmas de Gran Canaria|ES|28.1018|-15.4157|10|0|eu|d|Las Palmas
        3118532|León|ES|42.6|-5.5703|840|60|eu|o|
        3118514|Lleida|ES|41.6167|0.6222|160|60|eu|s|Lérida
        3118150|Logroño|ES|42.4661|-2.4512|380|60|eu|s|
        3117814|Lugo|ES|43.0099|-7.556|450|60|eu|o|
        3117735|Madrid|ES|40.4165|-3.7026|660|60|eu|s|
        2514256|Málaga|ES|36.7202|-4.4203|10|60|eu|m|
        2513947|Melilla|ES|35.2937|-2.9383|10|60|eu|m|
        2513416|Murcia|ES|37.987|-1.13|40|60|eu|s|
        3114965|Ourense|ES|42.3367|-7.8641|130|60|eu|o|Orense
        3114711|Oviedo|ES|43.3603|-5.8448|230|60|eu|o|Uviéu
        3114531|Palencia|ES|42.0095|-4.5241|740|60|eu|s|
        2512989|Palma|ES|39.5694|2.6502|20|60|eu|m|Palma de Mallorca
        3114472|Pamplona|ES|42.8169|-1.6432|450|60|eu|o|Iruña,Iruñea
        3113209|Pontevedra|ES|42.431|-8.6443|20|60|eu|o|
        6544491|Salamanca|ES|40.4297|-3.6797|800|60|eu|s|
        3110044|San Sebastián|ES|43.3128|-1.975|10|60|eu|o|Donostia,Donostia-San Sebastián
        2511174|Santa Cruz de Tenerife|ES|28.4682|-16.2546|10|0|eu|d|Tenerife
        3109718|Santander|ES|43.4659|-3.8049|20|60|eu|o|
        3109642|Santiago de Compostela|ES|42.8805|-8.5457|260|60|eu|o|
        3109256|Segovia|ES|40.9481|-4.1184|1000|60|eu|s|
        2510911|Sevilla|ES|37.3828|-5.9732|10|60|eu|m|Seville
        3108681|Soria|ES|41.764|-2.4688|1060|60|eu|s|
        3108288|Tarragona|ES|41.1191|1.2454|50|60|eu|m|
        3108126|Teruel|ES|40.3456|-1.1065|910|60|eu|s|
        2510409|Toledo|ES|39.8581|-4.0226|530|60|eu|s|
        2509954|Valencia|ES|39.4739|-0.3797|20|60|eu|m|València
        3106672|Valladolid|ES|41.6554|-4.7235|700|60|eu|s|
        3104499|Vitoria-Gasteiz|ES|42.85|-2.6727|530|60|eu|o|Vitoria,Gasteiz
        3104342|Zamora|ES|41.5063|-5.7446|650|60|eu|s|
        3104324|Zaragoza|ES|41.6561|-0.8773|210|60|eu|s|Saragossa
        2518559|Elche|ES|38.2622|-0.7011|80|60|eu|m|Elx
        3121424|Gijón|ES|43.5357|-5.6615|10|60|eu|o|Xixón
        3105976|Vigo|ES|42.2328|-8.7226|30|60|eu|o|
        2520058|Cartagena|ES|37.602|-0.984|10|60|eu|s|
        2521088|Benidorm|ES|38.5382|-0.131|20|60|eu|m|
        2522098|Alcoy|ES|38.7054|-0.4743|560|60|eu|m|Alcoi
        2267057|Lisbon|PT|38.7251|-9.1498|50|0|eu|m|Lisboa
        2735943|Porto|PT|41.1485|-8.611|80|0|eu|o|Oporto
        2267827|Funchal|PT|32.6657|-16.9255|50|0|eu|m|
        3041563|Andorra la Vella|AD|42.5078|1.5211|1020|60|eu|c|
        2988507|Paris|FR|48.8534|2.3488|40|60|eu|o|París
        2995469|Marseille|FR|43.297|5.3811|20|60|eu|m|Marsella
        2996944|Lyon|FR|45.7491|4.8479|170|60|eu|o|
        2972315|Toulouse|FR|43.6043|1.4437|140|60|eu|o|Tolosa
        2990440|Nice|FR|43.7031|7.2661|10|60|eu|m|Niza
        3031582|Bordeaux|FR|44.8412|-0.5805|20|60|eu|o|Burdeos
        2973783|Strasbourg|FR|48.5839|7.7455|140|60|eu|c|Estrasburgo
        2643743|London|GB|51.5085|-0.1257|20|0|eu|o|Londres
        2643123|Manchester|GB|53.4809|-2.2374|40|0|eu|o|
        2655603|Birmingham|GB|52.4814|-1.8998|140|0|eu|o|
        2650225|Edinburgh|GB|55.9521|-3.1965|50|0|eu|o|Edimburgo
        2648579|Glasgow|GB|55.8651|-4.2576|40|0|eu|o|
        2655984|Belfast|GB|54.5968|-5.9254|10|0|eu|o|
        2653822|Cardiff|GB|51.48|-3.18|10|0|eu|o|
        2964574|Dublin|IE|53.3331|-6.2489|20|0|eu|o|Dublín
        2800866|Brussels|BE|50.8505|4.3488|30|60|eu|o|Bruselas,Bruxelles
        2759794|Amsterdam|NL|52.374|4.8897|5|60|eu|o|Ámsterdam
        2747891|Rotterdam|NL|51.9225|4.4792|5|60|eu|o|
        2960316|Luxembourg|LU|49.6098|6.1327|300|60|eu|o|Luxemburgo
        2950159|Berlin|DE|52.5244|13.4105|40|60|eu|o|Berlín
        2911298|Hamburg|DE|53.5507|9.993|10|60|eu|o|Hamburgo
        2867714|Munich|DE|48.1374|11.5755|520|60|eu|c|München,Múnich
        2886242|Köln|DE|50.9333|6.95|50|60|eu|o|Cologne,Colonia
        2925533|Frankfurt am Main|DE|50.1155|8.6842|110|60|eu|o|Frankfurt,Fráncfort
        2892794|Karlsruhe|DE|49.0094|8.4044|115|60|eu|o|
        2935022|Dresden|DE|51.0509|13.7383|110|60|eu|c|Dresde
        2657896|Zürich|CH|47.3667|8.55|410|60|eu|c|Zurich
        2660646|Geneva|CH|46.2022|6.1457|375|60|eu|o|Genève,Ginebra
        2661552|Bern|CH|46.9481|7.4474|540|60|eu|c|Berna
        2761369|Vienna|AT|48.2085|16.3721|170|60|eu|c|Wien,Viena
        2766824|Salzburg|AT|47.7994|13.044|420|60|eu|c|Salzburgo
        3169070|Rome|IT|41.8919|12.5113|30|60|eu|m|Roma
        3173435|Milan|IT|45.4643|9.1895|120|60|eu|h|Milano,Milán
        3172394|Naples|IT|40.8522|14.2681|20|60|eu|m|Napoli,Nápoles
        3165524|Turin|IT|45.0705|7.6868|240|60|eu|h|Torino,Turín
        3176959|Florence|IT|43.7792|11.2463|50|60|eu|m|Firenze,Florencia
        3164603|Venice|IT|45.4371|12.3326|5|60|eu|h|Venezia,Venecia
        2523920|Palermo|IT|38.1166|13.3636|20|60|eu|m|
        2562305|Valletta|MT|35.8997|14.5148|50|60|eu|m|La Valeta
        264371|Athens|GR|37.9838|23.7278|100|120|eu|m|Athina,Atenas
        734077|Thessaloníki|GR|40.6407|22.9349|20|120|eu|m|Salónica,Thessaloniki
        146268|Nicosia|CY|35.1728|33.354|160|120|eu|m|
        2618425|Copenhagen|DK|55.6759|12.5655|10|60|eu|o|København,Copenhague
        3143244|Oslo|NO|59.9127|10.7461|20|60|eu|c|
        3161732|Bergen|NO|60.393|5.3242|20|60|eu|o|
        3133895|Tromsø|NO|69.6489|18.9551|10|60|eu|p|
        2673730|Stockholm|SE|59.3294|18.0687|30|60|eu|c|Estocolmo
        2711537|Göteborg|SE|57.7072|11.9668|20|60|eu|o|Gothenburg,Gotemburgo
        605155|Kiruna|SE|67.8557|20.2251|530|60|eu|p|
        658225|Helsinki|FI|60.1695|24.9354|20|120|eu|c|Helsingfors
        638936|Rovaniemi|FI|66.499|25.6887|90|120|eu|p|
        3413829|Reykjavík|IS|64.1355|-21.8954|20|0|-|o|Reikiavik
        588409|Tallinn|EE|59.437|24.7535|40|120|eu|c|Tallin
        456172|Riga|LV|56.946|24.1059|10|120|eu|c|
        593116|Vilnius|LT|54.6892|25.2798|110|120|eu|c|Vilna
        756135|Warsaw|PL|52.2298|21.0118|110|60|eu|c|Warszawa,Varsovia
        3094802|Kraków|PL|50.0614|19.9366|220|60|eu|c|Cracow,Cracovia
        3099434|Gdańsk|PL|54.3523|18.6491|10|60|eu|o|
        3067696|Prague|CZ|50.088|14.4208|240|60|eu|c|Praha,Praga
        3060972|Bratislava|SK|48.1482|17.1067|140|60|eu|c|
        3054643|Budapest|HU|47.4984|19.0404|100|60|eu|c|
        3196359|Ljubljana|SI|46.0511|14.5051|300|60|eu|c|Liubliana
        3186886|Zagreb|HR|45.8144|15.978|130|60|eu|c|
        3190261|Split|HR|43.5089|16.4392|10|60|eu|m|
        3191281|Sarajevo|BA|43.8486|18.3564|520|60|eu|c|
        792680|Belgrade|RS|44.804|20.4651|120|60|eu|c|Beograd,Belgrado
        785842|Skopje|MK|41.9965|21.4314|240|60|eu|c|
        3183875|Tirana|AL|41.3274|19.8187|110|60|eu|m|
        3193044|Podgorica|ME|42.4412|19.2631|50|60|eu|m|
        727011|Sofia|BG|42.6975|23.3241|560|120|eu|c|Sofía
        683506|Bucharest|RO|44.4323|26.1063|80|120|eu|c|Bucureşti,București,Bucarest
        618426|Chisinau|MD|47.009|28.8594|80|120|eu|c|
        703448|Kyiv|UA|50.4547|30.5238|170|120|eu|c|Kiev
        698740|Odesa|UA|46.4857|30.7438|40|120|eu|c|Odessa
        702550|Lviv|UA|49.8383|24.0232|290|120|eu|c|
        625144|Minsk|BY|53.9002|27.5665|220|180|-|c|
        524901|Moscow|RU|55.752|37.6178|150|180|-|c|Moskva,Moscú
        498817|Saint Petersburg|RU|59.9386|30.3141|5|180|-|c|San Petersburgo
        1496747|Novosibirsk|RU|55.0226|82.9317|150|420|-|p|
        2013159|Yakutsk|RU|62.0311|129.7229|100|540|-|p|
        2013348|Vladivostok|RU|43.1056|131.8735|20|600|-|c|
        745044|Istanbul|TR|41.0138|28.9497|40|180|-|m|Estambul
        323786|Ankara|TR|39.9199|32.8543|900|180|-|s|
        311046|İzmir|TR|38.4127|27.1384|10|180|-|m|Izmir,Esmirna
        611717|Tbilisi|GE|41.6914|44.8341|450|240|-|c|Tiflis
        616052|Yerevan|AM|40.1776|44.5126|1000|240|-|s|Ereván
        587084|Baku|AZ|40.3777|49.892|5|240|-|s|Bakú
        281184|Jerusalem|IL|31.769|35.2163|780|120|il|m|Jerusalén
        293397|Tel Aviv|IL|32.0809|34.7806|20|120|il|m|Tel-Aviv
        276781|Beirut|LB|33.8933|35.5016|30|120|eu|m|
        250441|Amman|JO|31.9552|35.945|800|180|-|s|Ammán
        170654|Damascus|SY|33.5102|36.2913|690|180|-|s|Damasco
        98182|Baghdad|IQ|33.3406|44.4009|40|180|-|d|Bagdad
        112931|Tehran|IR|35.6944|51.4215|1200|210|-|s|Teherán
        108410|Riyadh|SA|24.6877|46.7219|600|180|-|d|Riad
        285787|Kuwait City|KW|29.367|47.9743|10|180|-|d|Kuwait
        290030|Doha|QA|25.2855|51.531|10|180|-|d|
        292223|Dubai|AE|25.0772|55.3093|10|240|-|d|Dubái
        287286|Muscat|OM|23.5841|58.4078|10|240|-|d|Mascate
        360630|Cairo|EG|30.0626|31.2497|30|120|eg|d|El Cairo
        2210247|Tripoli|LY|32.8874|13.1873|20|120|-|m|Trípoli
        2464470|Tunis|TN|36.819|10.1658|20|60|-|m|Túnez
        2507480|Algiers|DZ|36.7323|3.0875|40|60|-|m|Argel
        2553604|Casablanca|MA|33.5883|-7.6114|30|60|-|m|
        2542997|Marrakesh|MA|31.6342|-7.9999|460|60|-|s|Marrakech
        2538475|Rabat|MA|34.0132|-6.8326|40|60|-|m|
        2253354|Dakar|SN|14.6937|-17.4441|20|0|-|t|
        2306104|Accra|GH|5.556|-0.1969|60|0|-|t|
        2332459|Lagos|NG|6.4541|3.3947|10|60|-|e|
        344979|Addis Ababa|ET|9.025|38.7469|2350|180|-|a|Adís Abeba
        184745|Nairobi|KE|-1.2833|36.8167|1700|180|-|a|
        160263|Dar es Salaam|TZ|-6.8235|39.2695|20|180|-|t|
        2314302|Kinshasa|CD|-4.3276|15.3136|280|60|-|t|
        2240449|Luanda|AO|-8.8368|13.2343|30|60|-|s|
        993800|Johannesburg|ZA|-26.2023|28.0436|1750|120|-|a|Johannesburgo
        3369157|Cape Town|ZA|-33.9258|18.4232|20|120|-|m|Ciudad del Cabo
        1070940|Antananarivo|MG|-18.9137|47.5361|1280|180|-|a|
        1174872|Karachi|PK|24.8608|67.0104|10|300|-|d|
        1176615|Islamabad|PK|33.7215|73.0433|540|300|-|h|
        1138958|Kabul|AF|34.5281|69.1723|1790|270|-|s|
        1512569|Tashkent|UZ|41.2647|69.2163|450|300|-|s|Taskent
        1526384|Almaty|KZ|43.2525|76.9115|800|300|-|c|
        1275339|Mumbai|IN|19.0728|72.8826|10|330|-|t|Bombay
        1273294|Delhi|IN|28.6519|77.2315|220|330|-|h|
        1275004|Kolkata|IN|22.5626|88.363|10|330|-|t|Calcutta,Calcuta
        1264527|Chennai|IN|13.0878|80.2785|10|330|-|t|Madras
        1277333|Bengaluru|IN|12.9719|77.5937|920|330|-|t|Bangalore
        1283240|Kathmandu|NP|27.7017|85.3206|1400|345|-|a|Katmandú
        1185241|Dhaka|BD|23.7104|90.4074|10|360|-|t|
        1248991|Colombo|LK|6.9355|79.8487|5|330|-|e|
        1298824|Yangon|MM|16.8053|96.1561|20|390|-|t|Rangún
        1609350|Bangkok|TH|13.754|100.5014|5|420|-|t|
        1581130|Hanoi|VN|21.0245|105.8412|20|420|-|h|
        1566083|Ho Chi Minh City|VN|10.823|106.6296|10|420|-|t|Saigon
        1880252|Singapore|SG|1.2897|103.8501|15|480|-|e|Singapur
        1735161|Kuala Lumpur|MY|3.1412|101.6865|60|480|-|e|
        1642911|Jakarta|ID|-6.2146|106.8451|10|420|-|e|Yakarta
        1701668|Manila|PH|14.6042|120.9822|10|480|-|t|
        1819729|Hong Kong|HK|22.2783|114.1747|30|480|-|h|
        1668341|Taipei|TW|25.0531|121.5264|10|480|-|h|Taipéi
        1816670|Beijing|CN|39.9075|116.3972|50|480|-|c|Pekín,Peking
        1796236|Shanghai|CN|31.2222|121.4581|10|480|-|h|Shanghái
        1809858|Guangzhou|CN|23.1167|113.25|20|480|-|h|Cantón
        2028462|Ulan Bator|MN|47.9077|106.8832|1350|480|-|p|Ulaanbaatar,Ulán Bator
        1835848|Seoul|KR|37.566|126.9784|40|540|-|c|Seúl
        1838524|Busan|KR|35.1017|129.03|20|540|-|h|
        1850147|Tokyo|JP|35.6895|139.6917|40|540|-|h|Tokio
        1853909|Osaka|JP|34.6938|135.5011|20|540|-|h|
        2128295|Sapporo|JP|43.0667|141.35|20|540|-|c|
        2063523|Perth|AU|-31.9522|115.8614|30|480|-|m|
        2147714|Sydney|AU|-33.8678|151.2073|20|600|au|h|Sídney
        2158177|Melbourne|AU|-37.814|144.9633|30|600|au|o|
        2174003|Brisbane|AU|-27.4679|153.0281|30|600|-|h|
        2078025|Adelaide|AU|-34.9287|138.5986|50|570|au|m|Adelaida
        2073124|Darwin|AU|-12.4611|130.8418|30|570|-|t|
        2077895|Alice Springs|AU|-23.6975|133.8836|580|570|-|d|
        2193733|Auckland|NZ|-36.8485|174.7635|20|720|nz|o|
        2179537|Wellington|NZ|-41.2866|174.7756|20|720|nz|o|
        2192362|Christchurch|NZ|-43.5333|172.6333|20|720|nz|o|
        2198148|Suva|FJ|-18.1368|178.4253|20|720|-|e|
        5856195|Honolulu|US|21.3069|-157.8583|10|-600|-|t|
        5879400|Anchorage|US|61.2181|-149.9003|30|-540|us|p|
        5809844|Seattle|US|47.6062|-122.3321|50|-480|us|o|
        5746545|Portland|US|45.5234|-122.6762|20|-480|us|o|
        5391959|San Francisco|US|37.7749|-122.4194|20|-480|us|m|
        5368361|Los Angeles|US|34.0522|-118.2437|90|-480|us|m|
        5391811|San Diego|US|32.7157|-117.1647|20|-480|us|m|
        5506956|Las Vegas|US|36.175|-115.1372|620|-480|us|d|
        5308655|Phoenix|US|33.4484|-112.074|330|-420|-|d|
        5419384|Denver|US|39.7392|-104.9847|1610|-420|us|s|
        4684888|Dallas|US|32.7831|-96.8067|130|-360|us|h|
        4699066|Houston|US|29.7633|-95.3633|20|-360|us|h|
        4887398|Chicago|US|41.85|-87.65|180|-360|us|c|
        5037649|Minneapolis|US|44.98|-93.2638|260|-360|us|c|
        4990729|Detroit|US|42.3314|-83.0457|190|-300|us|c|
        4180439|Atlanta|US|33.749|-84.388|320|-300|us|h|
        4164138|Miami|US|25.7743|-80.1937|5|-300|us|t|
        4335045|New Orleans|US|29.9547|-90.0751|5|-360|us|h|Nueva Orleans
        4140963|Washington D.C.|US|38.8951|-77.0364|10|-300|us|h|Washington
        4560349|Philadelphia|US|39.9524|-75.1636|10|-300|us|h|Filadelfia
        5128581|New York|US|40.7143|-74.006|10|-300|us|h|New York City,Nueva York,NYC
        4930956|Boston|US|42.3584|-71.0598|10|-300|us|c|
        6173331|Vancouver|CA|49.2497|-123.1193|10|-480|us|o|
        5913490|Calgary|CA|51.0501|-114.0853|1050|-420|us|c|
        6167865|Toronto|CA|43.7064|-79.3986|90|-300|us|c|
        6077243|Montréal|CA|45.5088|-73.5878|30|-300|us|c|Montreal
        6325494|Québec|CA|46.8123|-71.2145|50|-300|us|c|Quebec
        6185377|Yellowknife|CA|62.4541|-114.3725|200|-420|us|p|
        3421319|Nuuk|GL|64.1835|-51.7216|10|-120|eu|p|
        3530597|Mexico City|MX|19.4285|-99.1277|2240|-360|-|a|Ciudad de México,México
        4005539|Guadalajara|MX|20.6774|-103.3475|1560|-360|-|a|
        3995465|Monterrey|MX|25.6843|-100.3172|540|-360|-|s|
        3531673|Cancún|MX|21.1743|-86.8466|10|-300|-|t|
        3553478|Havana|CU|23.133|-82.383|50|-300|us|t|La Habana
        3492908|Santo Domingo|DO|18.4719|-69.8923|15|-240|-|t|
        4568127|San Juan|PR|18.4663|-66.1057|10|-240|-|t|
        3598132|Guatemala City|GT|14.6407|-90.5133|1500|-360|-|a|Guatemala,Ciudad de Guatemala
        3583361|San Salvador|SV|13.6893|-89.1872|660|-360|-|t|
        3600949|Tegucigalpa|HN|14.0818|-87.2068|990|-360|-|t|
        3617763|Managua|NI|12.1328|-86.2504|80|-360|-|t|
        3621849|San José|CR|9.9339|-84.0849|1170|-360|-|t|
        3703443|Panamá|PA|8.9936|-79.5197|10|-300|-|t|Panama City,Ciudad de Panamá
        3688689|Bogotá|CO|4.6097|-74.0817|2600|-300|-|a|
        3674962|Medellín|CO|6.245|-75.5715|1500|-300|-|t|
        3687238|Cartagena|CO|10.3982|-75.4933|5|-300|-|t|Cartagena de Indias
        3646738|Caracas|VE|10.488|-66.8792|900|-240|-|t|
        3652462|Quito|EC|-0.2298|-78.525|2850|-300|-|a|
        3657509|Guayaquil|EC|-2.1962|-79.8862|10|-300|-|t|
        3936456|Lima|PE|-12.0432|-77.0282|150|-300|-|d|
        3941584|Cusco|PE|-13.5319|-71.967|3400|-300|-|a|Cuzco
        3911925|La Paz|BO|-16.5|-68.15|3600|-240|-|a|
        3469058|Brasília|BR|-15.7797|-47.9297|1170|-180|-|t|
        3663517|Manaus|BR|-3.1019|-60.025|90|-240|-|e|
        3450554|Salvador|BR|-12.9756|-38.491|10|-180|-|e|
        3451190|Rio de Janeiro|BR|-22.9064|-43.1822|10|-180|-|t|Río de Janeiro
        3448439|São Paulo|BR|-23.5475|-46.6361|760|-180|-|h|
        3452925|Porto Alegre|BR|-30.0328|-51.2302|20|-180|-|h|
        3439389|Asunción|PY|-25.2865|-57.647|50|-180|-|h|
        3441575|Montevideo|UY|-34.9033|-56.1882|30|-180|-|h|
        3435910|Buenos Aires|AR|-34.6131|-58.3772|20|-180|-|h|
        3860259|Córdoba|AR|-31.4065|-64.1885|400|-180|-|h|
        3844421|Mendoza|AR|-32.8895|-68.8458|750|-180|-|s|
        3833367|Ushuaia|AR|-54.8108|-68.3159|20|-180|-|o|
        3871336|Santiago|CL|-33.4569|-70.6483|550|-240|cl|m|Santiago de Chile
        3874787|Punta Arenas|CL|-53.1628|-70.9092|30|-180|-|o|
        """
}
