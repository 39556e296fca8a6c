import type { LaterMessages, Messages } from './messages.ts'
import { plural } from './plural.ts'

/** Deutsch. */
export const messages: Messages & LaterMessages = {
  dialogLabel: 'Dokumentation durchsuchen',
  placeholder: 'Dokumentation durchsuchen',
  inputLabel: 'Dokumentation durchsuchen',
  clear: 'Löschen',
  close: 'Suche schließen',
  resultsLabel: 'Ergebnisse',
  historyLabel: 'Favoriten und letzte Suchen',
  recents: 'Zuletzt',
  favorites: 'Favoriten',
  noRecents: 'Noch nichts gesucht',
  noRecentsHint: 'Ein paar Buchstaben genügen. Was du öffnest, merkt sich dieser Browser und sonst niemand.',
  addFavorite: (title) => `„${title}“ zu den Favoriten hinzufügen`,
  removeFavorite: (title) => `„${title}“ aus den Favoriten entfernen`,
  removeRecent: (title) => `„${title}“ aus den letzten Suchen entfernen`,
  clearRecents: 'Verlauf löschen',
  noResultsFor: 'Keine Ergebnisse für',
  noResultsHint: 'Prüfe die Schreibweise oder suche mit weniger Wörtern.',
  trySearchingFor: 'Suche stattdessen nach',
  reportMissing: 'Sollte es hierzu Ergebnisse geben?',
  reportMissingLink: 'Sag es uns.',
  errorTitle: 'Die Suche hat nicht geklappt',
  errorHelp(kind) {
    if (kind === 'not-allowed')
      return 'Diese Seite darf hier nicht suchen. Vielleicht ist ihr Suchschlüssel abgelaufen.'
    if (kind === 'rate-limited') return 'Zu viele Suchen auf einmal. Bitte versuche es gleich noch einmal.'
    if (kind === 'server') return 'Der Suchserver hat ein Problem. Bitte versuche es gleich noch einmal.'
    if (kind === 'refused') return 'Der Suchserver hat die Anfrage nicht angenommen.'
    if (kind === 'bad-answer') return 'Die Antwort des Suchservers ist nicht lesbar.'
    return 'Vielleicht hilft ein Blick auf die Netzwerkverbindung.'
  },
  retry: 'Noch einmal versuchen',
  resultCount: plural('de', '# Ergebnis', '# Ergebnisse'),
  showMore: (received, total) => `Weitere Ergebnisse zeigen (${received} von ${total.toLocaleString('de')})`,
  moreFailed: 'Weitere Ergebnisse konnten nicht geladen werden. Noch einmal versuchen',
  seeAll: plural('de', '# Ergebnis ansehen', 'Alle # Ergebnisse ansehen'),
  notSearched: (names) => `${names} ließ sich nicht durchsuchen. Ergebnisse können fehlen.`,
  elsewhere: 'Außerhalb dieser Filter',
  showAllInPage: (count, page) => `${count} weitere in ${page}`,
  limitReached: (limit) => `Eine Suche kann höchstens ${limit} Zeichen haben.`,
  searching: 'Suche läuft …',
  untitled: 'Ohne Titel',
  select: 'öffnen',
  navigate: 'bewegen',
  closeHint: 'schließen',
  help: 'Tastenkürzel',
  filters: 'Filter',
  language: 'Sprache',
  version: 'Version',
  section: 'Bereich',
  allValues: 'Alle',
  resetFilters: 'Filter zurücksetzen',
  jump: 'springen',
  newTab: 'in neuem Tab öffnen',
  pin: 'eine letzte Suche zu den Favoriten',
  forget: 'sie entfernen',
  openHint: 'von jeder Seite aus suchen',
  slashOpens: 'Die Suche mit / öffnen',
}
