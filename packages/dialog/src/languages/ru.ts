import type { LaterMessages, Messages } from './messages.ts'
import { plural } from './plural.ts'

/** Русский. */
export const messages: Messages & LaterMessages = {
  dialogLabel: 'Поиск по документации',
  placeholder: 'Поиск по документации',
  inputLabel: 'Поиск по документации',
  clear: 'Очистить',
  close: 'Закрыть поиск',
  resultsLabel: 'Результаты',
  historyLabel: 'Избранное и недавние запросы',
  recents: 'Недавние',
  favorites: 'Избранное',
  noRecents: 'Недавних запросов нет',
  noRecentsHint: 'Достаточно нескольких букв. То, что вы откроете, сохранится только в этом браузере.',
  addFavorite: (title) => `Добавить «${title}» в избранное`,
  removeFavorite: (title) => `Убрать «${title}» из избранного`,
  removeRecent: (title) => `Убрать «${title}» из недавних`,
  clearRecents: 'Очистить недавние',
  noResultsFor: 'Ничего не найдено по запросу',
  noResultsHint: 'Проверьте написание или сократите запрос.',
  trySearchingFor: 'Попробуйте поискать',
  reportMissing: 'Результаты должны быть?',
  reportMissingLink: 'Сообщите нам.',
  errorTitle: 'Не удалось получить результаты',
  errorHelp(kind) {
    if (kind === 'not-allowed') return 'Этому сайту не разрешён поиск. Возможно, истёк срок его ключа.'
    if (kind === 'rate-limited') return 'Слишком много запросов. Повторите попытку чуть позже.'
    if (kind === 'server') return 'На сервере поиска неполадки. Повторите попытку чуть позже.'
    if (kind === 'refused') return 'Сервер поиска не принял запрос.'
    if (kind === 'bad-answer') return 'Ответ сервера поиска не удалось прочитать.'
    return 'Проверьте подключение к сети.'
  },
  retry: 'Повторить',
  resultCount: plural('ru', '# результат', '# результата', '# результатов', '# результата'),
  showMore: (received, total) => `Показать ещё (${received} из ${total.toLocaleString('ru')})`,
  moreFailed: 'Не удалось загрузить продолжение. Повторить',
  seeAll: plural(
    'ru',
    'Показать # результат',
    'Показать все # результата',
    'Показать все # результатов',
    'Показать # результата',
  ),
  notSearched: (names) => `Не удалось выполнить поиск в ${names}. Часть результатов может отсутствовать.`,
  elsewhere: 'Вне этих фильтров',
  showAllInPage: (count, page) => `Ещё ${count} на странице «${page}»`,
  limitReached: (limit) => `В запросе может быть не более ${limit} знаков.`,
  searching: 'Идёт поиск…',
  untitled: 'Без названия',
  select: 'открыть',
  navigate: 'перейти',
  closeHint: 'закрыть',
  help: 'Сочетания клавиш',
  filters: 'Фильтры',
  language: 'Язык',
  version: 'Версия',
  section: 'Раздел',
  allValues: 'Все',
  resetFilters: 'Сбросить фильтры',
  jump: 'к началу, концу, на страницу',
  newTab: 'открыть в новой вкладке',
  pin: 'добавить недавний запрос в избранное',
  forget: 'убрать его',
  openHint: 'поиск с любой страницы',
  slashOpens: 'Открывать поиск клавишей /',
}
