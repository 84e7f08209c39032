"""Data of the rules: sentences of each type in Polish and Russian, one a line."""

from memory.rules.classification.examples.types import FactType

SENTENCES: dict[FactType, str] = {
    "decision": """
Zostajemy przy monolicie, zespół jest za mały na mikroserwisy.
Wybraliśmy Postgres zamiast MongoDB, bo potrzebujemy transakcji.
Przechodzimy z Jenkinsa na GitHub Actions.
Zdecydowaliśmy odłożyć wersję mobilną do jesieni.
Własną kolejkę zastąpiono RabbitMQ, ponieważ gubiła wiadomości.
Rezygnujemy z GraphQL: za dużo pracy dla trzech klientów.
Sesje trzymamy w bazie, a nie w Redisie.
Do map używamy MapLibre, licencja Google zabrania zapisywania współrzędnych.
Остаёмся на монолите, команда слишком мала для микросервисов.
Выбрали Postgres вместо MongoDB, потому что нужны транзакции.
Переходим с Jenkins на GitLab CI.
Договорились отложить мобильную версию до осени.
Собственную очередь заменили на RabbitMQ, она теряла сообщения.
Отказались от GraphQL: слишком много работы ради трёх клиентов.
Сессии храним в базе, а не в Redis.
Для карт берём MapLibre, лицензия Google запрещает хранить координаты.
Ostatecznie bez Puppeta: serwery konfigurujemy Ansiblem.
Dla klienta desktopowego wystarczy SQLite.
Raport będzie liczony w nocy, a nie na żądanie.
После сравнения остановились на Typesense.
В итоге без Puppet: серверы настраиваем через Ansible.
Отчёт теперь считается ночью, а не по запросу.
Rezygnujemy z Consula, wystarczy DNS Kubernetesa.
Cache trzymamy teraz w procesie, nie w Redisie.
Klient na Windows zostaje wycofany.
Ceny przesyłamy jako tekst zamiast liczby.
Consul больше не используем, хватает DNS Kubernetes.
Кэш теперь в процессе, а не в Redis, узлов всего два.
Клиент под Windows закрываем.
Цены передаём строкой вместо числа.
Планировщик вынесли в отдельный контейнер, он падал при каждом деплое.
Planista dostał własny kontener, ginął przy każdym wdrożeniu.
""",
    "failure": """
Import zatrzymywał się na wierszu 65536, bo biblioteka zapisuje stary format xls.
Po aktualizacji przestały przychodzić powiadomienia: zmienił się kanał.
Klienci dostawali tę samą fakturę dwa razy, brakowało unikalnego indeksu.
Dysk zapełnił się w nocy, ponieważ został włączony poziom debug.
Strona ładowała się 14 sekund, jedno zapytanie na wiersz. Teraz 0,4 s.
Certyfikat odnowiono, ale nikt nie przeładował nginx.
Polskie znaki w eksporcie były uszkodzone z powodu braku BOM.
Pod restartował się co godzinę z braku pamięci; pomogło podniesienie limitu.
Импорт останавливался на строке 65536, так как библиотека пишет старый формат xls.
После обновления перестали приходить уведомления: сменился канал.
Клиенты получали один и тот же счёт дважды, не было уникального индекса.
Диск заполнился за ночь, потому что остался включён уровень debug.
Страница грузилась 14 секунд, по запросу на строку. Теперь 0,4 с.
Сертификат обновили, но nginx никто не перезагрузил.
Кириллица в выгрузке была нечитаемой из-за отсутствия BOM.
Под перезапускался каждый час из-за нехватки памяти; помогло увеличение лимита.
Сборка падала с ошибкой, помогло увеличение лимита файлов.
Приложение зависало при открытии карты: ключ не содержал отпечатка сборки. Исправили.
Письма не уходили два дня, истёк токен.
Тесты валились на CI из-за часового пояса.
Aplikacja zamykała się przy otwieraniu mapy: klucz nie miał odcisku wersji. Naprawione.
Maile nie wychodziły od dwóch dni, token wygasł.
Zadanie uruchamiało się dwa razy, bo działały dwa harmonogramy.
Worker gubi wiadomości, gdy pod jest zatrzymywany.
Po migracji godziny były przesunięte o trzy, brakowało tzdata.
Zamówienia nie przechodziły walidacji, regex nie dopuszczał spacji.
Test nie przechodzi, bo w kontenerze nie ma strefy czasowej.
Воркер теряет сообщения, когда под останавливают.
После миграции время сдвинулось на три часа, не было tzdata.
Вебхуки приходили дважды: балансировщик повторял запрос через 5 с.
Тест падает, потому что в контейнере нет часового пояса.
Tokeny były odrzucane, zegar serwera się spieszył.
Токены отклонялись, часы сервера спешили на семь минут.
""",
    "pattern": """
Jedna migracja na pull request.
Kwoty zapisujemy w groszach, nigdy jako liczby zmiennoprzecinkowe.
Wywołania na zewnątrz idą przez klienta proxy i mają limit czasu.
Nazwy gałęzi zaczynają się od numeru zgłoszenia.
Nikt nie wypycha bezpośrednio na main.
Każdy nowy endpoint musi mieć test kontraktu.
Daty są w UTC, dopiero interfejs przelicza.
Komunikaty błędów pochodzą z plików tłumaczeń.
Одна миграция на пул-реквест.
Суммы храним в копейках, а не в числах с плавающей точкой.
Внешние вызовы идут через прокси-клиент и имеют таймаут.
Имена веток начинаются с номера задачи.
Никто не пушит напрямую в main.
Каждый новый эндпоинт покрывается контрактным тестом.
Даты в UTC, пересчитывает только интерфейс.
Сообщения об ошибках берутся из файлов перевода.
Kontrolery nie dotykają bazy, tylko przez repozytoria.
Opisy commitów piszemy po angielsku.
Każda publiczna funkcja ma typy i docstring.
Контроллеры не обращаются к базе напрямую, только через репозитории.
Сообщения коммитов пишем на английском.
У каждой публичной функции есть типы и докстринг.
В представлениях SQL не пишем.
Tylko planista może usypiać układ.
Logi w JSON-ie i bez danych osobowych.
Wygenerowany kod leży w gen/ i nie edytujemy go ręcznie.
Wszystkie listy są stronicowane.
Только планировщик может усыплять чип.
Логи пишем в JSON, без персональных данных.
Сгенерированный код лежит в gen/, руками его не правим.
Все списки отдаём постранично.
Доменная логика не импортирует фреймворк.
""",
    "dependency": """
API banku odpowiada tylko w dni robocze.
Przewoźnik przyjmuje najwyżej 30 żądań na minutę na klucz.
Dostawca usuwa pliki po siedmiu dniach.
Lambda pozwala na maksymalnie 6 MB odpowiedzi.
Usługa działa na Javie 21 ze Spring Boot 3.3.
Do budowania potrzebny jest co najmniej Node 20.
Safari obsługuje tę właściwość dopiero od 18.2.
Darmowy plan nie ma środowiska testowego.
API банка отвечает только в рабочие дни.
Перевозчик принимает не более 30 запросов в минуту на ключ.
Провайдер удаляет файлы через семь дней.
Lambda допускает ответ размером не больше 6 МБ.
Сервис работает на Java 21 и Spring Boot 3.3.
Для сборки нужен Node 20 или новее.
Safari поддерживает это свойство только с версии 18.2.
На бесплатном тарифе нет тестовой среды.
API Slacka dopuszcza jedną wiadomość na sekundę, powyżej zwraca 429.
Dokument MongoDB nie może przekroczyć 16 MB.
Tokeny dostawcy wygasają po 30 minutach.
API Slack допускает одно сообщение в секунду, сверх того отвечает 429.
Документ MongoDB не может превышать 16 МБ.
Токены провайдера живут 30 минут.
PostgreSQL обрезает идентификаторы до 63 байт.
Terminal obsługuje wyłącznie TLS 1.2.
Bramka pozwala na zwroty przez 180 dni.
Kafle są tylko do zoomu 19.
Терминал поддерживает только TLS 1.2.
Шлюз разрешает возвраты в течение 180 дней.
Для SDK нужен Xcode 16.
Тайлы есть только до зума 19.
Rejestr pozwala na 30 zapytań na minutę.
Реестр разрешает 30 запросов в минуту.
""",
    "context": """
Serwer testowy jest niedostępny do czwartku.
W tym tygodniu test obciążenia zajmuje staging.
Migracja jest gotowa w dwóch trzecich, brakuje eksportów.
Czekamy jeszcze na zgodę prawników.
Gałąź feature/szukanie nie jest jeszcze scalona.
Zamrożenie kodu do 2026-04-12.
Demo jest w przyszłym tygodniu, nie ruszajcie stagingu.
Obecnie nocna synchronizacja jest wyłączona.
Тестовый сервер недоступен до четверга.
На этой неделе на стейджинге идёт нагрузочный тест.
Миграция готова на две трети, осталась выгрузка.
Ждём согласования от юристов.
Ветка feature/search ещё не влита.
Заморозка кода до 2026-04-12.
Демо на следующей неделе, стейджинг не трогать.
Пока ночная синхронизация отключена.
Teraz jest tylko jeden recenzent iOS, PR-y się piętrzą.
Prace nad SEPA są wstrzymane, zespół ma dwie osoby.
6 z 9 pakietów przeniesionych.
Сейчас только один ревьюер iOS, пул-реквесты копятся.
Работы по SEPA на паузе, в команде осталось двое.
Перенесено 6 из 9 пакетов.
До конца месяца оба брокера работают параллельно.
Build Androida od rana nie działa, nic nie scalajcie.
Przetłumaczono 14 z 52 ekranów.
Przegląd stoi do 2026-04-06.
Rejestr się przenosi, do środy może być wolno.
Сборка Android с утра красная, ничего не мержить.
Переведено 14 из 52 экранов.
Ревью стоит до 2026-04-06.
Реестр переезжает, до среды может быть медленно.
Staging jest na 4.2, w piątek wchodzi 4.3.
На стейджинге 4.2, в пятницу выйдет 4.3.
""",
}
