import type { LaterMessages, Messages } from './messages.ts'
import { plural } from './plural.ts'

/** Polski */
export const messages: Messages & LaterMessages = {
  dialogLabel: 'Szukaj w dokumentacji',
  placeholder: 'Szukaj w dokumentacji',
  inputLabel: 'Szukaj w dokumentacji',
  clear: 'Wyczyść',
  close: 'Zamknij wyszukiwanie',
  resultsLabel: 'Wyniki',
  historyLabel: 'Ulubione i ostatnie wyszukiwania',
  recents: 'Ostatnie',
  favorites: 'Ulubione',
  noRecents: 'Brak ostatnich wyszukiwań',
  noRecentsHint: 'Wystarczy kilka liter. To, co otworzysz, zostaje tylko w tej przeglądarce.',
  addFavorite: (title) => `Dodaj „${title}” do ulubionych`,
  removeFavorite: (title) => `Usuń „${title}” z ulubionych`,
  removeRecent: (title) => `Usuń „${title}” z ostatnich wyszukiwań`,
  clearRecents: 'Wyczyść ostatnie',
  noResultsFor: 'Brak wyników dla',
  noResultsHint: 'Sprawdź pisownię lub użyj mniejszej liczby słów.',
  trySearchingFor: 'Spróbuj wyszukać',
  reportMissing: 'Czy to zapytanie powinno dać wyniki?',
  reportMissingLink: 'Daj nam znać.',
  errorTitle: 'Nie udało się pobrać wyników',
  errorHelp(kind) {
    if (kind === 'not-allowed') return 'Ta witryna nie ma uprawnień do wyszukiwania w tym miejscu.'
    if (kind === 'rate-limited') return 'Zbyt wiele wyszukiwań naraz. Spróbuj ponownie za chwilę.'
    if (kind === 'server') return 'Serwer wyszukiwania ma problem. Spróbuj ponownie za chwilę.'
    if (kind === 'refused') return 'Serwer wyszukiwania nie przyjął zapytania.'
    if (kind === 'bad-answer') return 'Nie można odczytać odpowiedzi serwera wyszukiwania.'
    return 'Sprawdź połączenie z siecią.'
  },
  retry: 'Spróbuj ponownie',
  resultCount: plural('pl', '# wynik', '# wyniki', '# wyników', '# wyniku'),
  showMore: (received, total) => `Pokaż więcej wyników (${received} z ${total.toLocaleString('pl')})`,
  moreFailed: 'Nie udało się pobrać kolejnych wyników. Spróbuj ponownie',
  seeAll: plural('pl', 'Pokaż # wynik', 'Pokaż wszystkie # wyniki', 'Pokaż wszystkie # wyników', 'Pokaż # wyniku'),
  notSearched: (names) => `Nie udało się przeszukać: ${names}. Może brakować części wyników.`,
  elsewhere: 'Poza tymi filtrami',
  showAllInPage: (count, page) => `Pokaż jeszcze ${count} na stronie „${page}”`,
  limitReached: (limit) => `Zapytanie może mieć najwyżej ${limit} znaków.`,
  searching: 'Wyszukiwanie…',
  untitled: 'Bez tytułu',
  select: 'otwórz',
  navigate: 'przejdź',
  closeHint: 'zamknij',
  help: 'Skróty klawiszowe',
  filters: 'Filtry',
  language: 'Język',
  version: 'Wersja',
  section: 'Sekcja',
  allValues: 'Wszystkie',
  resetFilters: 'Wyczyść filtry',
  jump: 'przeskocz',
  newTab: 'otwórz w nowej karcie',
  pin: 'dodaj ostatnie wyszukiwanie do ulubionych',
  forget: 'usuń je',
  openHint: 'szukaj z każdej strony',
  slashOpens: 'Otwieraj wyszukiwanie klawiszem /',
}
