"""Names of large cities, as people type them, with their time zones."""

from __future__ import annotations

_BY_LONGITUDE = """
Pacific/Pago_Pago Pacific/Honolulu America/Adak Pacific/Marquesas Pacific/Gambier
America/Anchorage America/Los_Angeles
America/Vancouver America/Tijuana America/Phoenix America/Denver America/Edmonton America/Chicago
America/Winnipeg America/Mexico_City America/Guatemala America/Costa_Rica America/Regina
America/New_York America/Toronto America/Havana America/Bogota America/Lima America/Panama
America/Jamaica America/Halifax America/Puerto_Rico America/Caracas America/La_Paz America/Manaus
America/Santiago America/Asuncion America/St_Johns America/Sao_Paulo America/Argentina/Buenos_Aires
America/Montevideo America/Nuuk America/Noronha Atlantic/Azores Atlantic/Cape_Verde
Atlantic/Reykjavik Europe/London Europe/Dublin Europe/Lisbon Africa/Abidjan Africa/Accra
Africa/Casablanca Africa/Lagos Africa/Algiers Africa/Tunis Europe/Berlin Europe/Paris Europe/Madrid
Europe/Rome Europe/Vienna Europe/Zurich Europe/Amsterdam Europe/Brussels Europe/Copenhagen
Europe/Stockholm Europe/Oslo Europe/Warsaw Europe/Prague Europe/Budapest Europe/Athens
Europe/Helsinki Europe/Bucharest Europe/Sofia Europe/Kyiv Africa/Cairo Africa/Johannesburg
Africa/Khartoum Asia/Jerusalem Asia/Beirut Europe/Istanbul Europe/Moscow Asia/Baghdad Asia/Riyadh
Africa/Nairobi Africa/Addis_Ababa Asia/Tehran Asia/Dubai Asia/Baku Asia/Tbilisi Asia/Yerevan
Asia/Kabul Asia/Karachi Asia/Tashkent Asia/Almaty Asia/Yekaterinburg Asia/Kolkata Asia/Colombo
Asia/Kathmandu Asia/Dhaka Asia/Omsk Asia/Yangon Asia/Bangkok Asia/Jakarta Asia/Ho_Chi_Minh
Asia/Novosibirsk Asia/Shanghai Asia/Hong_Kong Asia/Singapore Asia/Taipei Asia/Manila
Asia/Kuala_Lumpur Australia/Perth Australia/Eucla Asia/Tokyo Asia/Seoul Asia/Yakutsk
Australia/Darwin Australia/Adelaide Australia/Brisbane Australia/Sydney Australia/Melbourne
Pacific/Port_Moresby Pacific/Guam Asia/Vladivostok Australia/Lord_Howe Pacific/Noumea
Asia/Magadan Pacific/Auckland Pacific/Fiji Asia/Kamchatka Pacific/Chatham Pacific/Tongatapu
Pacific/Apia Pacific/Kiritimati
"""
WELL_KNOWN = tuple(_BY_LONGITUDE.split())
"""Cities to choose from, at least one for each offset, from west to east."""

OTHER_NAMES = {
    "America/Los_Angeles": "San Francisco, Seattle, San Diego, Las Vegas, Portland, Pacific",
    "America/Denver": "Salt Lake City, Mountain",
    "America/Chicago": "Houston, Dallas, Austin, Minneapolis, New Orleans, Central",
    "America/New_York": "Boston, Washington, Philadelphia, Atlanta, Miami, Eastern",
    "America/Toronto": "Ottawa, Montreal",
    "America/Sao_Paulo": "Rio de Janeiro, Brasília",
    "Europe/London": "Edinburgh, Manchester, Birmingham, Glasgow, Cardiff, ロンドン",
    "Europe/Lisbon": "Lissabon, Porto",
    "Europe/Berlin": "München, Munich, Muenchen, Hamburg, Köln, Cologne, Frankfurt, Stuttgart, "
    "Leipzig, Dresden, Hannover, Nürnberg, Bremen, Düsseldorf, ベルリン",
    "Europe/Vienna": "Wien, Graz, Salzburg, Linz, Innsbruck, ウィーン",
    "Europe/Zurich": "Zürich, Bern, Basel, Genf, Geneva, Genève",
    "Europe/Paris": "Lyon, Marseille, パリ",
    "Europe/Madrid": "Barcelona, Valencia, Sevilla",
    "Europe/Rome": "Rom, Roma, Mailand, Milan, Milano, Neapel, Naples, ローマ",
    "Europe/Brussels": "Brüssel, Bruxelles",
    "Europe/Amsterdam": "Rotterdam, Den Haag, The Hague",
    "Europe/Copenhagen": "Kopenhagen, København",
    "Europe/Warsaw": "Warschau, Warszawa, Krakow",
    "Europe/Prague": "Prag, Praha",
    "Europe/Athens": "Athen",
    "Europe/Bucharest": "Bukarest",
    "Europe/Kyiv": "Kiew, Kiev",
    "Europe/Moscow": "Moskau, St Petersburg, モスクワ",
    "Africa/Cairo": "Kairo, カイロ",
    "Africa/Johannesburg": "Cape Town, Kapstadt",
    "Asia/Dubai": "Abu Dhabi, ドバイ",
    "Asia/Kolkata": "Mumbai, Delhi, New Delhi, Bangalore, Bengaluru, Chennai, Hyderabad, デリー",
    "Asia/Shanghai": "Beijing, Peking, Shenzhen, Guangzhou, 北京, 上海",
    "Asia/Hong_Kong": "Hongkong, 香港",
    "Asia/Singapore": "Singapur, シンガポール",
    "Asia/Taipei": "Taipeh, 台北",
    "Asia/Seoul": "Busan, ソウル, 서울",
    "Asia/Tokyo": "Tokio, Osaka, Kyoto, Nagoya, Yokohama, Sapporo, Fukuoka, 東京, 大阪, 京都, "
    "名古屋, 横浜, 札幌, 福岡, 神戸, 仙台, 広島, 日本",
    "Australia/Sydney": "Canberra, シドニー",
    "Pacific/Honolulu": "Hawaii, ホノルル",
}
"""Other large cities, and other names, by zone."""
