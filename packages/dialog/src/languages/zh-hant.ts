import type { LaterMessages, Messages } from './messages.ts'
import { plural } from './plural.ts'

/** 繁體中文 */
export const messages: Messages & LaterMessages = {
  dialogLabel: '搜尋文件',
  placeholder: '搜尋文件',
  inputLabel: '搜尋文件',
  clear: '清除',
  close: '關閉搜尋',
  resultsLabel: '搜尋結果',
  historyLabel: '收藏與最近的搜尋',
  recents: '最近的搜尋',
  favorites: '收藏',
  noRecents: '沒有最近的搜尋',
  noRecentsHint: '輸入幾個字即可。您開啟的內容只會保存在此瀏覽器中。',
  addFavorite: (title) => `將「${title}」加入收藏`,
  removeFavorite: (title) => `將「${title}」從收藏中移除`,
  removeRecent: (title) => `將「${title}」從最近的搜尋中移除`,
  clearRecents: '清除最近的搜尋',
  noResultsFor: '找不到結果：',
  noResultsHint: '請檢查拼字，或減少字詞。',
  trySearchingFor: '試試搜尋',
  reportMissing: '您認為這次搜尋應該有結果嗎？',
  reportMissingLink: '告訴我們。',
  errorTitle: '無法取得搜尋結果',
  errorHelp(kind) {
    if (kind === 'not-allowed') return '此網站無權在這裡搜尋。'
    if (kind === 'rate-limited') return '搜尋過於頻繁，請稍後再試。'
    if (kind === 'server') return '搜尋伺服器發生問題，請稍後再試。'
    if (kind === 'refused') return '搜尋伺服器未接受此請求。'
    if (kind === 'bad-answer') return '無法讀取搜尋伺服器的回應。'
    return '請檢查您的網路連線。'
  },
  retry: '再試一次',
  resultCount: plural('zh-Hant', '# 筆結果'),
  showMore: (received, total) => `顯示更多結果（${received} / ${total.toLocaleString('zh-Hant')}）`,
  moreFailed: '無法取得更多結果。再試一次',
  seeAll: plural('zh-Hant', '查看全部 # 筆結果'),
  notSearched: (names) => `無法搜尋 ${names}，可能缺少部分結果。`,
  elsewhere: '篩選範圍之外',
  showAllInPage: (count, page) => `在「${page}」中顯示其餘 ${count} 筆`,
  limitReached: (limit) => `搜尋內容最多 ${limit} 個字元。`,
  searching: '搜尋中…',
  untitled: '無標題',
  select: '開啟',
  navigate: '移動',
  closeHint: '關閉',
  help: '鍵盤快速鍵',
  filters: '篩選',
  language: '語言',
  version: '版本',
  section: '章節',
  allValues: '全部',
  resetFilters: '重設篩選',
  jump: '跳轉',
  newTab: '在新分頁開啟',
  pin: '將最近的搜尋加入收藏',
  forget: '移除',
  openHint: '從任何頁面搜尋',
  slashOpens: '以 / 鍵開啟搜尋',
}
