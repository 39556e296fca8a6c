import type { LaterMessages, Messages } from './messages.ts'
import { plural } from './plural.ts'

/** עברית */
export const messages: Messages & LaterMessages = {
  dialogLabel: 'חיפוש בתיעוד',
  placeholder: 'חיפוש בתיעוד',
  inputLabel: 'חיפוש בתיעוד',
  clear: 'ניקוי',
  close: 'סגירת החיפוש',
  resultsLabel: 'תוצאות',
  historyLabel: 'מועדפים וחיפושים אחרונים',
  recents: 'אחרונים',
  favorites: 'מועדפים',
  noRecents: 'אין חיפושים אחרונים',
  noRecentsHint: 'כמה אותיות מספיקות. מה שתפתחו נשמר רק בדפדפן הזה.',
  addFavorite: (title) => `הוספת “${title}” למועדפים`,
  removeFavorite: (title) => `הסרת “${title}” מהמועדפים`,
  removeRecent: (title) => `הסרת “${title}” מהחיפושים האחרונים`,
  clearRecents: 'ניקוי החיפושים האחרונים',
  noResultsFor: 'אין תוצאות עבור',
  noResultsHint: 'בדקו את האיות או השתמשו בפחות מילים.',
  trySearchingFor: 'נסו לחפש',
  reportMissing: 'לדעתכם היו אמורות להיות תוצאות?',
  reportMissingLink: 'ספרו לנו.',
  errorTitle: 'לא ניתן לטעון את התוצאות',
  errorHelp(kind) {
    if (kind === 'not-allowed') return 'לאתר הזה אין הרשאה לחפש כאן.'
    if (kind === 'rate-limited') return 'יותר מדי חיפושים בבת אחת. נסו שוב בעוד רגע.'
    if (kind === 'server') return 'יש תקלה בשרת החיפוש. נסו שוב בעוד רגע.'
    if (kind === 'refused') return 'שרת החיפוש לא קיבל את הבקשה.'
    if (kind === 'bad-answer') return 'לא ניתן לקרוא את התשובה של שרת החיפוש.'
    return 'בדקו את החיבור לרשת.'
  },
  retry: 'ניסיון נוסף',
  resultCount: plural('he', 'תוצאה אחת', 'שתי תוצאות', '# תוצאות'),
  showMore: (received, total) => `הצגת תוצאות נוספות (${received} מתוך ${total.toLocaleString('he')})`,
  moreFailed: 'לא ניתן לטעון תוצאות נוספות. נסו שוב',
  seeAll: plural('he', 'הצגת התוצאה', 'הצגת שתי התוצאות', 'הצגת כל # התוצאות'),
  notSearched: (names) => `לא ניתן לחפש ב: ${names}. ייתכן שחסרות תוצאות.`,
  elsewhere: 'מחוץ למסננים האלה',
  showAllInPage: (count, page) => `הצגת ${count} נוספות בדף ${page}`,
  limitReached: (limit) => `חיפוש יכול להכיל עד ${limit} תווים.`,
  searching: 'מתבצע חיפוש…',
  untitled: 'ללא כותרת',
  select: 'לפתיחה',
  navigate: 'למעבר',
  closeHint: 'לסגירה',
  help: 'קיצורי מקלדת',
  filters: 'מסננים',
  language: 'שפה',
  version: 'גרסה',
  section: 'מדור',
  allValues: 'הכול',
  resetFilters: 'איפוס המסננים',
  jump: 'לקפיצה',
  newTab: 'לפתיחה בכרטיסייה חדשה',
  pin: 'להוספת חיפוש אחרון למועדפים',
  forget: 'להסרתו',
  openHint: 'לחיפוש מכל דף',
  slashOpens: 'פתיחת החיפוש במקש /',
}
