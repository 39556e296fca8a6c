import type { LaterMessages, Messages } from './messages.ts'
import { plural } from './plural.ts'

/** हिन्दी */
export const messages: Messages & LaterMessages = {
  dialogLabel: 'दस्तावेज़ों में खोजें',
  placeholder: 'दस्तावेज़ों में खोजें',
  inputLabel: 'दस्तावेज़ों में खोजें',
  clear: 'मिटाएँ',
  close: 'खोज बंद करें',
  resultsLabel: 'परिणाम',
  historyLabel: 'पसंदीदा और हाल की खोजें',
  recents: 'हाल की खोजें',
  favorites: 'पसंदीदा',
  noRecents: 'अभी तक कोई खोज नहीं की गई',
  noRecentsHint: 'कुछ अक्षर काफ़ी हैं। आप जो खोलते हैं, वह केवल इसी ब्राउज़र में रखा जाता है।',
  addFavorite: (title) => `“${title}” को पसंदीदा में जोड़ें`,
  removeFavorite: (title) => `“${title}” को पसंदीदा से हटाएँ`,
  removeRecent: (title) => `“${title}” को हाल की खोजों से हटाएँ`,
  clearRecents: 'हाल की खोजें मिटाएँ',
  noResultsFor: 'इसके लिए कोई परिणाम नहीं मिला:',
  noResultsHint: 'वर्तनी जाँचें या कम शब्द लिखें।',
  trySearchingFor: 'इन्हें खोजकर देखें',
  reportMissing: 'क्या इस खोज के परिणाम मिलने चाहिए थे?',
  reportMissingLink: 'हमें बताएँ।',
  errorTitle: 'परिणाम नहीं लाए जा सके',
  errorHelp(kind) {
    if (kind === 'not-allowed') return 'इस साइट को यहाँ खोजने की अनुमति नहीं है।'
    if (kind === 'rate-limited') return 'एक साथ बहुत अधिक खोजें हुईं। कृपया थोड़ी देर बाद फिर कोशिश करें।'
    if (kind === 'server') return 'खोज सर्वर में कोई समस्या है। कृपया थोड़ी देर बाद फिर कोशिश करें।'
    if (kind === 'refused') return 'खोज सर्वर ने अनुरोध स्वीकार नहीं किया।'
    if (kind === 'bad-answer') return 'खोज सर्वर का उत्तर पढ़ा नहीं जा सका।'
    return 'अपना नेटवर्क कनेक्शन जाँचें।'
  },
  retry: 'फिर कोशिश करें',
  resultCount: plural('hi', '# परिणाम', '# परिणाम'),
  showMore: (received, total) => `और परिणाम दिखाएँ (${total.toLocaleString('hi')} में से ${received})`,
  moreFailed: 'और परिणाम नहीं लाए जा सके। फिर कोशिश करें',
  seeAll: plural('hi', '# परिणाम देखें', 'सभी # परिणाम देखें'),
  notSearched: (names) => `${names} में खोज नहीं हो सकी। कुछ परिणाम छूट सकते हैं।`,
  elsewhere: 'इन फ़िल्टरों के बाहर',
  showAllInPage: (count, page) => `${page} में ${count} और दिखाएँ`,
  limitReached: (limit) => `खोज में अधिकतम ${limit} अक्षर हो सकते हैं।`,
  searching: 'खोजा जा रहा है…',
  untitled: 'बिना शीर्षक',
  select: 'खोलें',
  navigate: 'आगे-पीछे जाएँ',
  closeHint: 'बंद करें',
  help: 'कीबोर्ड शॉर्टकट',
  filters: 'फ़िल्टर',
  language: 'भाषा',
  version: 'संस्करण',
  section: 'अनुभाग',
  allValues: 'सभी',
  resetFilters: 'फ़िल्टर हटाएँ',
  jump: 'सीधे जाएँ',
  newTab: 'नए टैब में खोलें',
  pin: 'हाल की खोज को पसंदीदा में जोड़ें',
  forget: 'उसे हटाएँ',
  openHint: 'किसी भी पृष्ठ से खोजें',
  slashOpens: '/ कुंजी से खोज खोलें',
}
