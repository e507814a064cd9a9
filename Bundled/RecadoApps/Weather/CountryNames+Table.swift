// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension CountryNames {
    /// The countries, one per line: code (ISO 3166), name in Spanish, name in English.
    ///
    /// The names are those of the Common Locale Data Repository (cldr.unicode.org, Unicode License
    /// v3).
    static let text = """
        AD|Andorra|Andorra
        AE|Emiratos Árabes Unidos|United Arab Emirates
        AF|Afganistán|Afghanistan
        AG|Antigua y Barbuda|Antigua & Barbuda
        AI|Anguila|Anguilla
        AL|Albania|Albania
        AM|Armenia|Armenia
        AO|Angola|Angola
        AQ|Antártida|Antarctica
        AR|Argentina|Argentina
        AS|Samoa Americana|American Samoa
        AT|Austria|Austria
        AU|Australia|Australia
        AW|Aruba|Aruba
        AX|Islas Aland|Åland Islands
        AZ|Azerbaiyán|Azerbaijan
        BA|Bosnia y Herzegovina|Bosnia & Herzegovina
        BB|Barbados|Barbados
        BD|Bangladés|Bangladesh
        BE|Bélgica|Belgium
        BF|Burkina Faso|Burkina Faso
        BG|Bulgaria|Bulgaria
        BH|Baréin|Bahrain
        BI|Burundi|Burundi
        BJ|Benín|Benin
        BL|San Bartolomé|St. Barthélemy
        BM|Bermudas|Bermuda
        BN|Brunéi|Brunei
        BO|Bolivia|Bolivia
        BQ|Caribe neerlandés|Caribbean Netherlands
        BR|Brasil|Brazil
        BS|Bahamas|Bahamas
        BT|Bután|Bhutan
        BV|Isla Bouvet|Bouvet Island
        BW|Botsuana|Botswana
        BY|Bielorrusia|Belarus
        BZ|Belice|Belize
        CA|Canadá|Canada
        CC|Islas Cocos|Cocos (Keeling) Islands
        CD|República Democrática del Congo|Congo - Kinshasa
        CF|República Centroafricana|Central African Republic
        CG|Congo|Congo - Brazzaville
        CH|Suiza|Switzerland
        CI|Côte d’Ivoire|Côte d’Ivoire
        CK|Islas Cook|Cook Islands
        CL|Chile|Chile
        CM|Camerún|Cameroon
        CN|China|China
        CO|Colombia|Colombia
        CR|Costa Rica|Costa Rica
        CU|Cuba|Cuba
        CV|Cabo Verde|Cape Verde
        CW|Curazao|Curaçao
        CX|Isla de Navidad|Christmas Island
        CY|Chipre|Cyprus
        CZ|Chequia|Czechia
        DE|Alemania|Germany
        DJ|Yibuti|Djibouti
        DK|Dinamarca|Denmark
        DM|Dominica|Dominica
        DO|República Dominicana|Dominican Republic
        DZ|Argelia|Algeria
        EC|Ecuador|Ecuador
        EE|Estonia|Estonia
        EG|Egipto|Egypt
        EH|Sáhara Occidental|Western Sahara
        ER|Eritrea|Eritrea
        ES|España|Spain
        ET|Etiopía|Ethiopia
        FI|Finlandia|Finland
        FJ|Fiyi|Fiji
        FK|Islas Malvinas (Islas Falkland)|Falkland Islands (Islas Malvinas)
        FM|Micronesia|Micronesia
        FO|Islas Feroe|Faroe Islands
        FR|Francia|France
        GA|Gabón|Gabon
        GB|Reino Unido|United Kingdom
        GD|Granada|Grenada
        GE|Georgia|Georgia
        GF|Guayana Francesa|French Guiana
        GG|Guernesey|Guernsey
        GH|Ghana|Ghana
        GI|Gibraltar|Gibraltar
        GL|Groenlandia|Greenland
        GM|Gambia|Gambia
        GN|Guinea|Guinea
        GP|Guadalupe|Guadeloupe
        GQ|Guinea Ecuatorial|Equatorial Guinea
        GR|Grecia|Greece
        GS|Islas Georgia del Sur y Sandwich del Sur|South Georgia & South Sandwich Islands
        GT|Guatemala|Guatemala
        GU|Guam|Guam
        GW|Guinea-Bisáu|Guinea-Bissau
        GY|Guyana|Guyana
        HK|Hong Kong|Hong Kong
        HM|Islas Heard y McDonald|Heard & McDonald Islands
        HN|Honduras|Honduras
        HR|Croacia|Croatia
        HT|Haití|Haiti
        HU|Hungría|Hungary
        ID|Indonesia|Indonesia
        IE|Irlanda|Ireland
        IL|Israel|Israel
        IM|Isla de Man|Isle of Man
        IN|India|India
        IO|Territorio Británico del Océano Índico|British Indian Ocean Territory
        IQ|Irak|Iraq
        IR|Irán|Iran
        IS|Islandia|Iceland
        IT|Italia|Italy
        JE|Jersey|Jersey
        JM|Jamaica|Jamaica
        JO|Jordania|Jordan
        JP|Japón|Japan
        KE|Kenia|Kenya
        KG|Kirguistán|Kyrgyzstan
        KH|Camboya|Cambodia
        KI|Kiribati|Kiribati
        KM|Comoras|Comoros
        KN|San Cristóbal y Nieves|St. Kitts & Nevis
        KP|Corea del Norte|North Korea
        KR|Corea del Sur|South Korea
        KW|Kuwait|Kuwait
        KY|Islas Caimán|Cayman Islands
        KZ|Kazajistán|Kazakhstan
        LA|Laos|Laos
        LB|Líbano|Lebanon
        LC|Santa Lucía|St. Lucia
        LI|Liechtenstein|Liechtenstein
        LK|Sri Lanka|Sri Lanka
        LR|Liberia|Liberia
        LS|Lesoto|Lesotho
        LT|Lituania|Lithuania
        LU|Luxemburgo|Luxembourg
        LV|Letonia|Latvia
        LY|Libia|Libya
        MA|Marruecos|Morocco
        MC|Mónaco|Monaco
        MD|Moldavia|Moldova
        ME|Montenegro|Montenegro
        MF|San Martín|St. Martin
        MG|Madagascar|Madagascar
        MH|Islas Marshall|Marshall Islands
        MK|Macedonia del Norte|North Macedonia
        ML|Mali|Mali
        MM|Myanmar (Birmania)|Myanmar (Burma)
        MN|Mongolia|Mongolia
        MO|Macao|Macao
        MP|Islas Marianas del Norte|Northern Mariana Islands
        MQ|Martinica|Martinique
        MR|Mauritania|Mauritania
        MS|Montserrat|Montserrat
        MT|Malta|Malta
        MU|Mauricio|Mauritius
        MV|Maldivas|Maldives
        MW|Malaui|Malawi
        MX|México|Mexico
        MY|Malasia|Malaysia
        MZ|Mozambique|Mozambique
        NA|Namibia|Namibia
        NC|Nueva Caledonia|New Caledonia
        NE|Níger|Niger
        NF|Isla Norfolk|Norfolk Island
        NG|Nigeria|Nigeria
        NI|Nicaragua|Nicaragua
        NL|Países Bajos|Netherlands
        NO|Noruega|Norway
        NP|Nepal|Nepal
        NR|Nauru|Nauru
        NU|Niue|Niue
        NZ|Nueva Zelanda|New Zealand
        OM|Omán|Oman
        PA|Panamá|Panama
        PE|Perú|Peru
        PF|Polinesia Francesa|French Polynesia
        PG|Papúa Nueva Guinea|Papua New Guinea
        PH|Filipinas|Philippines
        PK|Pakistán|Pakistan
        PL|Polonia|Poland
        PM|San Pedro y Miquelón|St. Pierre & Miquelon
        PN|Islas Pitcairn|Pitcairn Islands
        PR|Puerto Rico|Puerto Rico
        PS|Palestina|Palestine
        PT|Portugal|Portugal
        PW|Palaos|Palau
        PY|Paraguay|Paraguay
        QA|Catar|Qatar
        RE|Reunión|Réunion
        RO|Rumanía|Romania
        RS|Serbia|Serbia
        RU|Rusia|Russia
        RW|Ruanda|Rwanda
        SA|Arabia Saudí|Saudi Arabia
        SB|Islas Salomón|Solomon Islands
        SC|Seychelles|Seychelles
        SD|Sudán|Sudan
        SE|Suecia|Sweden
        SG|Singapur|Singapore
        SH|Santa Elena|St. Helena
        SI|Eslovenia|Slovenia
        SJ|Svalbard y Jan Mayen|Svalbard & Jan Mayen
        SK|Eslovaquia|Slovakia
        SL|Sierra Leona|Sierra Leone
        SM|San Marino|San Marino
        SN|Senegal|Senegal
        SO|Somalia|Somalia
        SR|Surinam|Suriname
        SS|Sudán del Sur|South Sudan
        ST|Santo Tomé y Príncipe|São Tomé & Príncipe
        SV|El Salvador|El Salvador
        SX|Sint Maarten|Sint Maarten
        SY|Siria|Syria
        SZ|Esuatini|Eswatini
        TC|Islas Turcas y Caicos|Turks & Caicos Islands
        TD|Chad|Chad
        TF|Territorios Australes Franceses|French Southern Territories
        TG|Togo|Togo
        TH|Tailandia|Thailand
        TJ|Tayikistán|Tajikistan
        TK|Tokelau|Tokelau
        TL|Timor-Leste|Timor-Leste
        TM|Turkmenistán|Turkmenistan
        TN|Túnez|Tunisia
        TO|Tonga|Tonga
        TR|Turquía|Türkiye
        TT|Trinidad y Tobago|Trinidad & Tobago
        TV|Tuvalu|Tuvalu
        TW|Taiwán|Taiwan
        TZ|Tanzania|Tanzania
        UA|Ucrania|Ukraine
        UG|Uganda|Uganda
        UM|Islas menores alejadas de EE. UU.|U.S. Outlying Islands
        US|Estados Unidos|United States
        UY|Uruguay|Uruguay
        UZ|Uzbekistán|Uzbekistan
        VA|Ciudad del Vaticano|Vatican City
        VC|San Vicente y las Granadinas|St. Vincent & Grenadines
        VE|Venezuela|Venezuela
        VG|Islas Vírgenes Británicas|British Virgin Islands
        VI|Islas Vírgenes de EE. UU.|U.S. Virgin Islands
        VN|Vietnam|Vietnam
        VU|Vanuatu|Vanuatu
        WF|Wallis y Futuna|Wallis & Futuna
        WS|Samoa|Samoa
        XK|Kosovo|Kosovo
        YE|Yemen|Yemen
        YT|Mayotte|Mayotte
        ZA|Sudáfrica|South Africa
        ZM|Zambia|Zambia
        ZW|Zimbabue|Zimbabwe
        """
}
