import type { LaterMessages, Messages } from './messages.ts'
import { plural } from './plural.ts'

/** العربية */
export const messages: Messages & LaterMessages = {
  dialogLabel: 'البحث في التوثيق',
  placeholder: 'ابحث في التوثيق',
  inputLabel: 'ابحث في التوثيق',
  clear: 'مسح',
  close: 'إغلاق البحث',
  resultsLabel: 'النتائج',
  historyLabel: 'المفضلة وعمليات البحث الأخيرة',
  recents: 'الأخيرة',
  favorites: 'المفضلة',
  noRecents: 'لا توجد عمليات بحث أخيرة',
  noRecentsHint: 'تكفي بضعة أحرف. ما تفتحه يُحفظ هنا في هذا المتصفح فقط.',
  addFavorite: (title) => `إضافة «${title}» إلى المفضلة`,
  removeFavorite: (title) => `إزالة «${title}» من المفضلة`,
  removeRecent: (title) => `إزالة «${title}» من عمليات البحث الأخيرة`,
  clearRecents: 'مسح الأخيرة',
  noResultsFor: 'لا توجد نتائج عن',
  noResultsHint: 'تحقق من الإملاء أو استخدم كلمات أقل.',
  trySearchingFor: 'جرّب البحث عن',
  reportMissing: 'هل ينبغي أن توجد نتائج؟',
  reportMissingLink: 'أخبرنا.',
  errorTitle: 'تعذّر جلب النتائج',
  errorHelp(kind) {
    if (kind === 'not-allowed') return 'لا يُسمح لهذا الموقع بالبحث هنا. ربما انتهت صلاحية مفتاح البحث.'
    if (kind === 'rate-limited') return 'عمليات بحث كثيرة دفعة واحدة. حاول مجددًا بعد قليل.'
    if (kind === 'server') return 'في خادم البحث مشكلة. حاول مجددًا بعد قليل.'
    if (kind === 'refused') return 'لم يقبل خادم البحث الطلب.'
    if (kind === 'bad-answer') return 'تعذّرت قراءة رد خادم البحث.'
    return 'تحقق من اتصالك بالشبكة.'
  },
  retry: 'إعادة المحاولة',
  resultCount: plural('ar', 'لا نتائج', 'نتيجة واحدة', 'نتيجتان', '# نتائج', '# نتيجة', '# نتيجة'),
  showMore: (received, total) => `عرض المزيد (${received.toLocaleString('ar')} من ${total.toLocaleString('ar')})`,
  moreFailed: 'تعذّر جلب المزيد. أعد المحاولة',
  seeAll: plural('ar', 'عرض النتائج', 'عرض النتيجة', 'عرض النتيجتين', 'عرض كل النتائج (#)'),
  notSearched: (names) => `تعذّر البحث في ${names}، وقد تنقص نتائج.`,
  elsewhere: 'خارج عوامل التصفية هذه',
  showAllInPage: (count, page) => `عرض ${count.toLocaleString('ar')} أخرى في ${page}`,
  limitReached: (limit) => `لا يزيد البحث على ${limit.toLocaleString('ar')} حرفًا.`,
  searching: 'جارٍ البحث…',
  untitled: 'بلا عنوان',
  select: 'للفتح',
  navigate: 'للتنقل',
  closeHint: 'للإغلاق',
  help: 'اختصارات لوحة المفاتيح',
  filters: 'عوامل التصفية',
  language: 'اللغة',
  version: 'الإصدار',
  section: 'القسم',
  allValues: 'الكل',
  resetFilters: 'إعادة ضبط التصفية',
  jump: 'للقفز',
  newTab: 'للفتح في علامة تبويب جديدة',
  pin: 'لإضافة بحث أخير إلى المفضلة',
  forget: 'لإزالته',
  openHint: 'للبحث من أي صفحة',
  slashOpens: 'فتح البحث بالمفتاح /',
}
