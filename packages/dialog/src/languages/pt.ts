import type { LaterMessages, Messages } from './messages.ts'
import { plural } from './plural.ts'

/** Português. */
export const messages: Messages & LaterMessages = {
  dialogLabel: 'Pesquisar na documentação',
  placeholder: 'Pesquisar na documentação',
  inputLabel: 'Pesquisar na documentação',
  clear: 'Limpar',
  close: 'Fechar a pesquisa',
  resultsLabel: 'Resultados',
  historyLabel: 'Favoritos e pesquisas recentes',
  recents: 'Recentes',
  favorites: 'Favoritos',
  noRecents: 'Nenhuma pesquisa recente',
  noRecentsHint: 'Bastam algumas letras. O que você abrir fica guardado aqui, neste navegador.',
  addFavorite: (title) => `Adicionar “${title}” aos favoritos`,
  removeFavorite: (title) => `Remover “${title}” dos favoritos`,
  removeRecent: (title) => `Remover “${title}” das pesquisas recentes`,
  clearRecents: 'Limpar recentes',
  noResultsFor: 'Nenhum resultado para',
  noResultsHint: 'Verifique a ortografia ou use menos palavras.',
  trySearchingFor: 'Tente pesquisar por',
  reportMissing: 'Acha que deveria haver resultados?',
  reportMissingLink: 'Avise-nos.',
  errorTitle: 'Não foi possível obter os resultados',
  errorHelp(kind) {
    if (kind === 'not-allowed') return 'Este site não tem permissão para pesquisar aqui. A chave pode ter expirado.'
    if (kind === 'rate-limited') return 'Muitas pesquisas de uma vez. Tente de novo em instantes.'
    if (kind === 'server') return 'O servidor de pesquisa está com um problema. Tente de novo em instantes.'
    if (kind === 'refused') return 'O servidor de pesquisa não aceitou a consulta.'
    if (kind === 'bad-answer') return 'A resposta do servidor de pesquisa não pode ser lida.'
    return 'Verifique a sua conexão com a rede.'
  },
  retry: 'Tentar de novo',
  resultCount: plural('pt', '# resultado', '# resultados'),
  showMore: (received, total) => `Mostrar mais resultados (${received} de ${total.toLocaleString('pt')})`,
  moreFailed: 'Não foi possível carregar mais resultados. Tentar de novo',
  seeAll: plural('pt', 'Ver # resultado', 'Ver todos os # resultados'),
  notSearched: (names) => `Não foi possível pesquisar em ${names}. Podem faltar resultados.`,
  elsewhere: 'Fora destes filtros',
  showAllInPage: (count, page) => `Mais ${count} em ${page}`,
  limitReached: (limit) => `Uma pesquisa pode ter no máximo ${limit} caracteres.`,
  searching: 'Pesquisando…',
  untitled: 'Sem título',
  select: 'abrir',
  navigate: 'mover',
  closeHint: 'fechar',
  help: 'Atalhos do teclado',
  filters: 'Filtros',
  language: 'Idioma',
  version: 'Versão',
  section: 'Seção',
  allValues: 'Tudo',
  resetFilters: 'Redefinir filtros',
  jump: 'saltar',
  newTab: 'abrir em outra aba',
  pin: 'pôr uma pesquisa recente nos favoritos',
  forget: 'removê-la',
  openHint: 'pesquisar de qualquer página',
  slashOpens: 'Abrir a pesquisa com /',
}
