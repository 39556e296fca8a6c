import type { LaterMessages, Messages } from './messages.ts'
import { plural } from './plural.ts'

/** Français. */
export const messages: Messages & LaterMessages = {
  dialogLabel: 'Rechercher dans la documentation',
  placeholder: 'Rechercher dans la documentation',
  inputLabel: 'Rechercher dans la documentation',
  clear: 'Effacer',
  close: 'Fermer la recherche',
  resultsLabel: 'Résultats',
  historyLabel: 'Favoris et recherches récentes',
  recents: 'Récents',
  favorites: 'Favoris',
  noRecents: 'Aucune recherche récente',
  noRecentsHint: 'Quelques lettres suffisent. Ce que vous ouvrez est gardé ici, dans ce navigateur.',
  addFavorite: (title) => `Ajouter « ${title} » aux favoris`,
  removeFavorite: (title) => `Retirer « ${title} » des favoris`,
  removeRecent: (title) => `Retirer « ${title} » des recherches récentes`,
  clearRecents: 'Effacer les récents',
  noResultsFor: 'Aucun résultat pour',
  noResultsHint: 'Vérifiez l’orthographe ou utilisez moins de mots.',
  trySearchingFor: 'Essayez plutôt',
  reportMissing: 'Cette recherche devrait donner des résultats ?',
  reportMissingLink: 'Dites-le-nous.',
  errorTitle: 'Impossible d’obtenir les résultats',
  errorHelp(kind) {
    if (kind === 'not-allowed')
      return 'Ce site n’a pas le droit de chercher ici. Sa clé de recherche a peut-être expiré.'
    if (kind === 'rate-limited') return 'Trop de recherches à la fois. Réessayez dans un instant.'
    if (kind === 'server') return 'Le serveur de recherche a un problème. Réessayez dans un instant.'
    if (kind === 'refused') return 'Le serveur de recherche a refusé la demande.'
    if (kind === 'bad-answer') return 'La réponse du serveur de recherche est illisible.'
    return 'Vérifiez votre connexion au réseau.'
  },
  retry: 'Réessayer',
  resultCount: plural('fr', '# résultat', '# résultats'),
  showMore: (received, total) => `Afficher plus de résultats (${received} sur ${total.toLocaleString('fr')})`,
  moreFailed: 'La suite n’a pas pu être chargée. Réessayer',
  seeAll: plural('fr', 'Voir # résultat', 'Voir les # résultats'),
  notSearched: (names) => `Impossible de chercher dans ${names}. Il peut manquer des résultats.`,
  elsewhere: 'En dehors de ces filtres',
  showAllInPage: (count, page) => `${count} de plus dans ${page}`,
  limitReached: (limit) => `Une recherche compte au plus ${limit} caractères.`,
  searching: 'Recherche…',
  untitled: 'Sans titre',
  select: 'ouvrir',
  navigate: 'se déplacer',
  closeHint: 'fermer',
  help: 'Raccourcis clavier',
  filters: 'Filtres',
  language: 'Langue',
  version: 'Version',
  section: 'Section',
  allValues: 'Tout',
  resetFilters: 'Réinitialiser les filtres',
  jump: 'sauter',
  newTab: 'ouvrir dans un nouvel onglet',
  pin: 'mettre une recherche récente en favori',
  forget: 'la retirer',
  openHint: 'rechercher depuis toute page',
  slashOpens: 'Ouvrir la recherche avec /',
}
