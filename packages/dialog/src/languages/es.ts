import type { LaterMessages, Messages } from './messages.ts'
import { plural } from './plural.ts'

/** Español. */
export const messages: Messages & LaterMessages = {
  dialogLabel: 'Buscar en la documentación',
  placeholder: 'Buscar en la documentación',
  inputLabel: 'Buscar en la documentación',
  clear: 'Borrar',
  close: 'Cerrar la búsqueda',
  resultsLabel: 'Resultados',
  historyLabel: 'Favoritos y búsquedas recientes',
  recents: 'Recientes',
  favorites: 'Favoritos',
  noRecents: 'No hay búsquedas recientes',
  noRecentsHint: 'Bastan unas pocas letras. Lo que abras se guarda aquí, en este navegador.',
  addFavorite: (title) => `Añadir «${title}» a favoritos`,
  removeFavorite: (title) => `Quitar «${title}» de favoritos`,
  removeRecent: (title) => `Quitar «${title}» de las búsquedas recientes`,
  clearRecents: 'Borrar recientes',
  noResultsFor: 'No hay resultados para',
  noResultsHint: 'Revisa la ortografía o usa menos palabras.',
  trySearchingFor: 'Prueba a buscar',
  reportMissing: '¿Crees que debería haber resultados?',
  reportMissingLink: 'Avísanos.',
  errorTitle: 'No se pudieron obtener los resultados',
  errorHelp(kind) {
    if (kind === 'not-allowed')
      return 'Este sitio no tiene permiso para buscar aquí. Quizá caducó su clave de búsqueda.'
    if (kind === 'rate-limited') return 'Demasiadas búsquedas a la vez. Inténtalo de nuevo en un momento.'
    if (kind === 'server') return 'El servidor de búsqueda tiene un problema. Inténtalo de nuevo en un momento.'
    if (kind === 'refused') return 'El servidor de búsqueda no aceptó la consulta.'
    if (kind === 'bad-answer') return 'La respuesta del servidor de búsqueda no se puede leer.'
    return 'Comprueba tu conexión a la red.'
  },
  retry: 'Reintentar',
  resultCount: plural('es', '# resultado', '# resultados'),
  showMore: (received, total) => `Mostrar más resultados (${received} de ${total.toLocaleString('es')})`,
  moreFailed: 'No se pudieron cargar más resultados. Reintentar',
  seeAll: plural('es', 'Ver # resultado', 'Ver los # resultados'),
  notSearched: (names) => `No se ha podido buscar en ${names}. Puede que falten resultados.`,
  elsewhere: 'Fuera de estos filtros',
  showAllInPage: (count, page) => `${count} más en ${page}`,
  limitReached: (limit) => `Una búsqueda puede tener ${limit} caracteres como máximo.`,
  searching: 'Buscando…',
  untitled: 'Sin título',
  select: 'abrir',
  navigate: 'moverse',
  closeHint: 'cerrar',
  help: 'Atajos de teclado',
  filters: 'Filtros',
  language: 'Idioma',
  version: 'Versión',
  section: 'Sección',
  allValues: 'Todo',
  resetFilters: 'Restablecer filtros',
  jump: 'saltar',
  newTab: 'abrir en otra pestaña',
  pin: 'pasar una búsqueda reciente a favoritos',
  forget: 'quitarla',
  openHint: 'buscar desde cualquier página',
  slashOpens: 'Abrir la búsqueda con /',
}
