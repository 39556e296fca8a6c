import type { LaterMessages, Messages } from './messages.ts'
import { plural } from './plural.ts'

/** فارسی */
export const messages: Messages & LaterMessages = {
  dialogLabel: 'جستجو در مستندات',
  placeholder: 'جستجو در مستندات',
  inputLabel: 'جستجو در مستندات',
  clear: 'پاک کردن',
  close: 'بستن جستجو',
  resultsLabel: 'نتیجه‌ها',
  historyLabel: 'موارد دلخواه و جستجوهای اخیر',
  recents: 'اخیر',
  favorites: 'موارد دلخواه',
  noRecents: 'هنوز جستجویی انجام نشده است',
  noRecentsHint: 'چند حرف کافی است. آنچه باز می‌کنید فقط در همین مرورگر نگه داشته می‌شود.',
  addFavorite: (title) => `افزودن «${title}» به موارد دلخواه`,
  removeFavorite: (title) => `حذف «${title}» از موارد دلخواه`,
  removeRecent: (title) => `حذف «${title}» از جستجوهای اخیر`,
  clearRecents: 'پاک کردن جستجوهای اخیر',
  noResultsFor: 'نتیجه‌ای یافت نشد برای',
  noResultsHint: 'املا را بررسی کنید یا واژه‌های کمتری بنویسید.',
  trySearchingFor: 'این‌ها را جستجو کنید',
  reportMissing: 'فکر می‌کنید باید نتیجه‌ای وجود داشته باشد؟',
  reportMissingLink: 'به ما خبر دهید.',
  errorTitle: 'دریافت نتیجه‌ها ممکن نشد',
  errorHelp(kind) {
    if (kind === 'not-allowed') return 'این وب‌سایت اجازهٔ جستجو در اینجا را ندارد.'
    if (kind === 'rate-limited') return 'تعداد جستجوها زیاد است. کمی بعد دوباره تلاش کنید.'
    if (kind === 'server') return 'سرور جستجو دچار مشکل شده است. کمی بعد دوباره تلاش کنید.'
    if (kind === 'refused') return 'سرور جستجو درخواست را نپذیرفت.'
    if (kind === 'bad-answer') return 'پاسخ سرور جستجو خوانده نشد.'
    return 'اتصال شبکهٔ خود را بررسی کنید.'
  },
  retry: 'تلاش دوباره',
  resultCount: plural('fa', '# نتیجه', '# نتیجه'),
  showMore: (received, total) =>
    `نمایش نتیجه‌های بیشتر (${received.toLocaleString('fa')} از ${total.toLocaleString('fa')})`,
  moreFailed: 'دریافت نتیجه‌های بیشتر ممکن نشد. دوباره تلاش کنید',
  seeAll: plural('fa', 'دیدن # نتیجه', 'دیدن هر # نتیجه'),
  notSearched: (names) => `جستجو در ${names} ممکن نشد. شاید برخی نتیجه‌ها نمایش داده نشده باشند.`,
  elsewhere: 'خارج از این فیلترها',
  showAllInPage: (count, page) => `نمایش ${count.toLocaleString('fa')} مورد دیگر در ${page}`,
  limitReached: (limit) => `جستجو می‌تواند حداکثر ${limit.toLocaleString('fa')} نویسه داشته باشد.`,
  searching: 'در حال جستجو…',
  untitled: 'بدون عنوان',
  select: 'باز کردن',
  navigate: 'جابه‌جایی',
  closeHint: 'بستن',
  help: 'میان‌برهای صفحه‌کلید',
  filters: 'فیلترها',
  language: 'زبان',
  version: 'نسخه',
  section: 'بخش',
  allValues: 'همه',
  resetFilters: 'بازنشانی فیلترها',
  jump: 'پرش',
  newTab: 'باز کردن در زبانهٔ جدید',
  pin: 'افزودن جستجوی اخیر به موارد دلخواه',
  forget: 'حذف آن',
  openHint: 'جستجو از هر صفحه',
  slashOpens: 'باز کردن جستجو با کلید /',
}
