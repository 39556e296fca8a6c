import type { LaterMessages, Messages } from './messages.ts'
import { plural } from './plural.ts'

/** Українська */
export const messages: Messages & LaterMessages = {
  dialogLabel: 'Пошук у документації',
  placeholder: 'Пошук у документації',
  inputLabel: 'Пошук у документації',
  clear: 'Очистити',
  close: 'Закрити пошук',
  resultsLabel: 'Результати',
  historyLabel: 'Вибране та останні пошуки',
  recents: 'Останні',
  favorites: 'Вибране',
  noRecents: 'Останніх пошуків немає',
  noRecentsHint: 'Досить кількох літер. Те, що ви відкриєте, зберігається лише в цьому браузері.',
  addFavorite: (title) => `Додати «${title}» до вибраного`,
  removeFavorite: (title) => `Вилучити «${title}» з вибраного`,
  removeRecent: (title) => `Вилучити «${title}» з останніх пошуків`,
  clearRecents: 'Очистити останні пошуки',
  noResultsFor: 'Нічого не знайдено за запитом',
  noResultsHint: 'Перевірте написання або введіть менше слів.',
  trySearchingFor: 'Спробуйте пошукати',
  reportMissing: 'Результати мають бути?',
  reportMissingLink: 'Повідомте нас.',
  errorTitle: 'Не вдалося отримати результати',
  errorHelp(kind) {
    if (kind === 'not-allowed') return 'Цьому сайту не дозволено тут шукати.'
    if (kind === 'rate-limited') return 'Забагато пошуків одночасно. Спробуйте ще раз трохи згодом.'
    if (kind === 'server') return 'На сервері пошуку сталася помилка. Спробуйте ще раз трохи згодом.'
    if (kind === 'refused') return 'Сервер пошуку не прийняв запит.'
    if (kind === 'bad-answer') return 'Не вдалося прочитати відповідь сервера пошуку.'
    return 'Перевірте підключення до мережі.'
  },
  retry: 'Спробувати ще раз',
  resultCount: plural('uk', '# результат', '# результати', '# результатів', '# результату'),
  showMore: (received, total) => `Показати більше результатів (${received} із ${total.toLocaleString('uk')})`,
  moreFailed: 'Не вдалося завантажити більше результатів. Спробувати ще раз',
  seeAll: plural(
    'uk',
    'Показати # результат',
    'Показати всі # результати',
    'Показати всі # результатів',
    'Показати # результату',
  ),
  notSearched: (names) => `Не вдалося виконати пошук у ${names}. Частини результатів може бракувати.`,
  elsewhere: 'Поза цими фільтрами',
  showAllInPage: (count, page) => `Ще ${count} на сторінці «${page}»`,
  limitReached: (limit) => `Запит може мати не більше ніж ${limit} символів.`,
  searching: 'Триває пошук…',
  untitled: 'Без назви',
  select: 'відкрити',
  navigate: 'перейти',
  closeHint: 'закрити',
  help: 'Комбінації клавіш',
  filters: 'Фільтри',
  language: 'Мова',
  version: 'Версія',
  section: 'Розділ',
  allValues: 'Усі',
  resetFilters: 'Скинути фільтри',
  jump: 'до початку, кінця, на сторінку',
  newTab: 'відкрити в новій вкладці',
  pin: 'додати останній пошук до вибраного',
  forget: 'вилучити його',
  openHint: 'пошук із будь-якої сторінки',
  slashOpens: 'Відкривати пошук клавішею /',
}
