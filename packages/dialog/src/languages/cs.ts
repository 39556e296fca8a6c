import type { LaterMessages, Messages } from './messages.ts'
import { plural } from './plural.ts'

/** Čeština */
export const messages: Messages & LaterMessages = {
  dialogLabel: 'Hledat v dokumentaci',
  placeholder: 'Hledat v dokumentaci',
  inputLabel: 'Hledat v dokumentaci',
  clear: 'Vymazat',
  close: 'Zavřít hledání',
  resultsLabel: 'Výsledky',
  historyLabel: 'Oblíbené a nedávná hledání',
  recents: 'Nedávné',
  favorites: 'Oblíbené',
  noRecents: 'Zatím žádná hledání',
  noRecentsHint: 'Stačí pár písmen. Co otevřete, zůstane uloženo jen v tomto prohlížeči.',
  addFavorite: (title) => `Přidat „${title}“ do oblíbených`,
  removeFavorite: (title) => `Odebrat „${title}“ z oblíbených`,
  removeRecent: (title) => `Odebrat „${title}“ z nedávných hledání`,
  clearRecents: 'Vymazat nedávná hledání',
  noResultsFor: 'Žádné výsledky pro',
  noResultsHint: 'Zkontrolujte pravopis nebo zadejte méně slov.',
  trySearchingFor: 'Zkuste hledat',
  reportMissing: 'Měl tento dotaz vrátit výsledky?',
  reportMissingLink: 'Dejte nám vědět.',
  errorTitle: 'Výsledky se nepodařilo načíst',
  errorHelp(kind) {
    if (kind === 'not-allowed') return 'Tento web zde nemá povoleno hledat.'
    if (kind === 'rate-limited') return 'Příliš mnoho hledání najednou. Zkuste to prosím za chvíli znovu.'
    if (kind === 'server') return 'Vyhledávací server má potíže. Zkuste to prosím za chvíli znovu.'
    if (kind === 'refused') return 'Vyhledávací server dotaz nepřijal.'
    if (kind === 'bad-answer') return 'Odpověď vyhledávacího serveru nelze přečíst.'
    return 'Zkontrolujte připojení k síti.'
  },
  retry: 'Zkusit znovu',
  resultCount: plural('cs', '# výsledek', '# výsledky', '# výsledku', '# výsledků'),
  showMore: (received, total) => `Zobrazit další výsledky (${received} z ${total.toLocaleString('cs')})`,
  moreFailed: 'Další výsledky se nepodařilo načíst. Zkusit znovu',
  seeAll: plural(
    'cs',
    'Zobrazit # výsledek',
    'Zobrazit všechny # výsledky',
    'Zobrazit # výsledku',
    'Zobrazit všech # výsledků',
  ),
  notSearched: (names) => `Nepodařilo se prohledat: ${names}. Některé výsledky mohou chybět.`,
  elsewhere: 'Mimo tyto filtry',
  showAllInPage: (count, page) => `Zobrazit další na stránce ${page} (${count})`,
  limitReached: (limit) => `Dotaz může mít nejvýše ${limit} znaků.`,
  searching: 'Hledá se…',
  untitled: 'Bez názvu',
  select: 'otevřít',
  navigate: 'přejít',
  closeHint: 'zavřít',
  help: 'Klávesové zkratky',
  filters: 'Filtry',
  language: 'Jazyk',
  version: 'Verze',
  section: 'Sekce',
  allValues: 'Vše',
  resetFilters: 'Zrušit filtry',
  jump: 'skočit',
  newTab: 'otevřít na nové kartě',
  pin: 'přidat nedávné hledání do oblíbených',
  forget: 'odebrat je',
  openHint: 'hledat z kterékoli stránky',
  slashOpens: 'Otevírat hledání klávesou /',
}
