import type { LaterMessages, Messages } from './messages.ts'
import { plural } from './plural.ts'

/** Türkçe */
export const messages: Messages & LaterMessages = {
  dialogLabel: 'Belgelerde ara',
  placeholder: 'Belgelerde ara',
  inputLabel: 'Belgelerde ara',
  clear: 'Temizle',
  close: 'Aramayı kapat',
  resultsLabel: 'Sonuçlar',
  historyLabel: 'Favoriler ve son aramalar',
  recents: 'Son aramalar',
  favorites: 'Favoriler',
  noRecents: 'Henüz arama yapılmadı',
  noRecentsHint: 'Birkaç harf yeterlidir. Açtıklarınız yalnızca bu tarayıcıda saklanır.',
  addFavorite: (title) => `“${title}” sayfasını favorilere ekle`,
  removeFavorite: (title) => `“${title}” sayfasını favorilerden kaldır`,
  removeRecent: (title) => `“${title}” sayfasını son aramalardan kaldır`,
  clearRecents: 'Son aramaları temizle',
  noResultsFor: 'Sonuç bulunamadı:',
  noResultsHint: 'Yazımı kontrol edin veya daha az sözcük kullanın.',
  trySearchingFor: 'Şunları aramayı deneyin',
  reportMissing: 'Bu aramanın sonuç vermesi mi gerekiyordu?',
  reportMissingLink: 'Bize bildirin.',
  errorTitle: 'Sonuçlar alınamadı',
  errorHelp(kind) {
    if (kind === 'not-allowed') return 'Bu sitenin burada arama yapmasına izin verilmiyor.'
    if (kind === 'rate-limited') return 'Çok fazla arama yapıldı. Lütfen birazdan yeniden deneyin.'
    if (kind === 'server') return 'Arama sunucusunda bir sorun var. Lütfen birazdan yeniden deneyin.'
    if (kind === 'refused') return 'Arama sunucusu isteği kabul etmedi.'
    if (kind === 'bad-answer') return 'Arama sunucusunun yanıtı okunamadı.'
    return 'Ağ bağlantınızı kontrol edin.'
  },
  retry: 'Yeniden dene',
  resultCount: plural('tr', '# sonuç', '# sonuç'),
  showMore: (received, total) =>
    `Daha fazla sonuç göster (${total.toLocaleString('tr')} sonuçtan ${received} tanesi gösteriliyor)`,
  moreFailed: 'Diğer sonuçlar alınamadı. Yeniden dene',
  seeAll: plural('tr', '# sonucu gör', '# sonucun tümünü gör'),
  notSearched: (names) => `Şurada arama yapılamadı: ${names}. Bazı sonuçlar eksik olabilir.`,
  elsewhere: 'Bu filtrelerin dışında',
  showAllInPage: (count, page) => `${page} sayfasında ${count} sonuç daha göster`,
  limitReached: (limit) => `Bir arama en fazla ${limit} karakter olabilir.`,
  searching: 'Aranıyor…',
  untitled: 'Başlıksız',
  select: 'aç',
  navigate: 'gezin',
  closeHint: 'kapat',
  help: 'Klavye kısayolları',
  filters: 'Filtreler',
  language: 'Dil',
  version: 'Sürüm',
  section: 'Bölüm',
  allValues: 'Tümü',
  resetFilters: 'Filtreleri sıfırla',
  jump: 'atla',
  newTab: 'yeni sekmede aç',
  pin: 'son aramayı favorilere ekle',
  forget: 'kaldır',
  openHint: 'herhangi bir sayfadan ara',
  slashOpens: 'Aramayı / tuşuyla aç',
}
