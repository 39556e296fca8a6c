import type { LaterMessages, Messages } from './messages.ts'
import { plural } from './plural.ts'

/** Italiano. */
export const messages: Messages & LaterMessages = {
  dialogLabel: 'Cerca nella documentazione',
  placeholder: 'Cerca nella documentazione',
  inputLabel: 'Cerca nella documentazione',
  clear: 'Cancella',
  close: 'Chiudi la ricerca',
  resultsLabel: 'Risultati',
  historyLabel: 'Preferiti e ricerche recenti',
  recents: 'Recenti',
  favorites: 'Preferiti',
  noRecents: 'Nessuna ricerca recente',
  noRecentsHint: 'Bastano poche lettere. Ciò che apri resta salvato qui, in questo browser.',
  addFavorite: (title) => `Aggiungi «${title}» ai preferiti`,
  removeFavorite: (title) => `Togli «${title}» dai preferiti`,
  removeRecent: (title) => `Togli «${title}» dalle ricerche recenti`,
  clearRecents: 'Cancella recenti',
  noResultsFor: 'Nessun risultato per',
  noResultsHint: 'Controlla l’ortografia o usa meno parole.',
  trySearchingFor: 'Prova a cercare',
  reportMissing: 'Pensi che dovrebbero esserci risultati?',
  reportMissingLink: 'Faccelo sapere.',
  errorTitle: 'Impossibile ottenere i risultati',
  errorHelp(kind) {
    if (kind === 'not-allowed') return 'Questo sito non può cercare qui. Forse la sua chiave di ricerca è scaduta.'
    if (kind === 'rate-limited') return 'Troppe ricerche insieme. Riprova tra un momento.'
    if (kind === 'server') return 'Il server di ricerca ha un problema. Riprova tra un momento.'
    if (kind === 'refused') return 'Il server di ricerca non ha accettato la richiesta.'
    if (kind === 'bad-answer') return 'La risposta del server di ricerca è illeggibile.'
    return 'Controlla la connessione di rete.'
  },
  retry: 'Riprova',
  resultCount: plural('it', '# risultato', '# risultati'),
  showMore: (received, total) => `Mostra altri risultati (${received} di ${total.toLocaleString('it')})`,
  moreFailed: 'Impossibile caricare altri risultati. Riprova',
  seeAll: plural('it', 'Vedi # risultato', 'Vedi tutti i # risultati'),
  notSearched: (names) => `Impossibile cercare in ${names}. Alcuni risultati potrebbero mancare.`,
  elsewhere: 'Fuori da questi filtri',
  showAllInPage: (count, page) => `Altri ${count} in ${page}`,
  limitReached: (limit) => `Una ricerca può avere al massimo ${limit} caratteri.`,
  searching: 'Ricerca in corso…',
  untitled: 'Senza titolo',
  select: 'apri',
  navigate: 'muoviti',
  closeHint: 'chiudi',
  help: 'Scorciatoie da tastiera',
  filters: 'Filtri',
  language: 'Lingua',
  version: 'Versione',
  section: 'Sezione',
  allValues: 'Tutto',
  resetFilters: 'Reimposta i filtri',
  jump: 'salta',
  newTab: 'apri in una nuova scheda',
  pin: 'metti una ricerca recente tra i preferiti',
  forget: 'toglila',
  openHint: 'cerca da ogni pagina',
  slashOpens: 'Apri la ricerca con /',
}
