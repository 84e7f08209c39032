"""Data of the rules: exclamations, thanks and closing words in Russian, Turkish and the languages of the North."""

OTHERS_PHRASES = frozenset(
    phrase.strip()
    for phrase in """
    капец | пипец | блин | ну блин | чёрт | черт | чёрт возьми | ужас | кошмар | жесть | жуть |
    трындец | обалдеть | офигеть | ого | ого-го | ура | урра | ух | уф | уфф | фух | эх | ох | ой | ой-ой | ай | увы |
    увы и ах | к сожалению | к счастью | слава богу | наконец | наконец-то | наконец то | ну наконец-то | ну и денёк |
    ну и день | ну и ну | вот это да | вот так | вот такие дела | спасибо | большое спасибо | огромное спасибо |
    спасибо большое | спасибо огромное | спс | благодарю | благодарочка | респект | уважуха | молодец | молодцы |
    красавчик | красава | браво | круто | супер | класс | отлично | огонь | кайф | привет | всем привет |
    добрый день | доброе утро | здравствуйте | пока | до завтра | до встречи | обнимаю | обнял | с уважением |
    всего доброго | хорошего дня | хороших выходных | я устал | я устала | устал | устала | сил нет | нет сил |
    больше никогда | никогда больше | извините | сорри | простите | хаха | ахаха | лол | ржу | мда | м-да | хм |
    жаль | печаль | беда | без слов | нет слов | жах | дякую | дуже дякую | щиро дякую | блін | нарешті | на жаль |
    на щастя | бувай | вітаю | молодець | kram | kramar | puss | puss och kram | puss o kram | hälsningar | mvh |
    vänliga hälsningar | tack | tack så mycket | tusen tack | stort tack | jättetack | heja | äntligen | tyvärr |
    suck | usch | fy | jävlar | ojoj | hoppsan | attans | snyggt | bra jobbat | grymt | toppen | hej alla | hejsan |
    tjena | god morgon | hej då | vi ses | takk | tusen takk | mange takk | hilsen | vennlig hilsen | klem | ha det |
    hei | hei alle | endelig | dessverre | uff da | æsj | bra jobba | heia | tak | mange tak | tusind tak | hilsner |
    kh | kærlig hilsen | knus | hej hej | desværre | øv | pis | sejt | godt gået | kiitos | kiitti | terveisin | moi |
    moikka | hienoa | vihdoin | hitto | perkele | no niin | teşekkürler | teşekkür ederim | çok teşekkürler | sağ ol |
    sağol | eyvallah | eline sağlık | ellerine sağlık | helal | helal olsun | aferin | süper | harika | şahane |
    of ya | off ya | ya | yahu | hay allah | allah allah | inanılmaz | maalesef | neyse ki | sonunda | nihayet |
    çok şükür | şükür | selam | selamlar | merhaba | günaydın | kolay gelsin | iyi günler | görüşürüz | saygılar |
    sevgiler | öptüm | geçmiş olsun | yoruldum | çok yoruldum | bıktım | díky | díky moc | děkuji | dekuji | hurá |
    konečně | bohužel | naštěstí | do háje | do prdele | ježiš | ježišmarja | paráda | skvělé | super práce | ahoj |
    čau | zdravím | s pozdravem | mulțumesc | mersi | mulțumim | doamne | în sfârșit | din păcate | din fericire |
    hai | felicitări | köszönöm | köszi | végre | sajnos | szuper | jaj | szia | sziasztok | üdv | ευχαριστώ |
    επιτέλους | δυστυχώς | μπράβο | χαλάλι | cảm ơn | cám ơn | trời ơi |
    may quá | xin chào | tuyệt vời | mệt quá""".split("|")
)
