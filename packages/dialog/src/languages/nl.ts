import type { LaterMessages, Messages } from './messages.ts'
import { plural } from './plural.ts'

/** Nederlands */
export const messages: Messages & LaterMessages = {
  dialogLabel: 'Documentatie doorzoeken',
  placeholder: 'Documentatie doorzoeken',
  inputLabel: 'Documentatie doorzoeken',
  clear: 'Wissen',
  close: 'Zoeken sluiten',
  resultsLabel: 'Resultaten',
  historyLabel: 'Favorieten en recente zoekopdrachten',
  recents: 'Recent bekeken',
  favorites: 'Favorieten',
  noRecents: 'Nog niets gezocht',
  noRecentsHint: 'Een paar letters zijn genoeg. Wat je opent, wordt alleen in deze browser bewaard.',
  addFavorite: (title) => `‘${title}’ aan favorieten toevoegen`,
  removeFavorite: (title) => `‘${title}’ uit favorieten verwijderen`,
  removeRecent: (title) => `‘${title}’ uit recente zoekopdrachten verwijderen`,
  clearRecents: 'Recente zoekopdrachten wissen',
  noResultsFor: 'Geen resultaten voor',
  noResultsHint: 'Controleer de spelling of gebruik minder woorden.',
  trySearchingFor: 'Probeer te zoeken naar',
  reportMissing: 'Had deze zoekopdracht resultaten moeten opleveren?',
  reportMissingLink: 'Laat het ons weten.',
  errorTitle: 'De resultaten konden niet worden opgehaald',
  errorHelp(kind) {
    if (kind === 'not-allowed') return 'Deze site mag hier niet zoeken.'
    if (kind === 'rate-limited') return 'Te veel zoekopdrachten tegelijk. Probeer het zo meteen opnieuw.'
    if (kind === 'server') return 'De zoekserver heeft een probleem. Probeer het zo meteen opnieuw.'
    if (kind === 'refused') return 'De zoekserver heeft het verzoek niet geaccepteerd.'
    if (kind === 'bad-answer') return 'Het antwoord van de zoekserver kan niet worden gelezen.'
    return 'Controleer je netwerkverbinding.'
  },
  retry: 'Opnieuw proberen',
  resultCount: plural('nl', '# resultaat', '# resultaten'),
  showMore: (received, total) => `Meer resultaten tonen (${received} van ${total.toLocaleString('nl')})`,
  moreFailed: 'Meer resultaten konden niet worden opgehaald. Opnieuw proberen',
  seeAll: plural('nl', '# resultaat bekijken', 'Alle # resultaten bekijken'),
  notSearched: (names) => `${names} kon niet worden doorzocht. Er kunnen resultaten ontbreken.`,
  elsewhere: 'Buiten deze filters',
  showAllInPage: (count, page) => `Nog ${count} tonen in ${page}`,
  limitReached: (limit) => `Een zoekopdracht kan hoogstens ${limit} tekens hebben.`,
  searching: 'Bezig met zoeken…',
  untitled: 'Zonder titel',
  select: 'openen',
  navigate: 'verplaatsen',
  closeHint: 'sluiten',
  help: 'Sneltoetsen',
  filters: 'Filters',
  language: 'Taal',
  version: 'Versie',
  section: 'Sectie',
  allValues: 'Alle',
  resetFilters: 'Filters wissen',
  jump: 'springen',
  newTab: 'openen in een nieuw tabblad',
  pin: 'recente zoekopdracht aan favorieten toevoegen',
  forget: 'verwijderen',
  openHint: 'zoeken vanaf elke pagina',
  slashOpens: 'Zoeken openen met /',
}
