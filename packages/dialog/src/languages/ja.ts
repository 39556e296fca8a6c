import type { LaterMessages, Messages } from './messages.ts'
import { plural } from './plural.ts'

/** 日本語 */
export const messages: Messages & LaterMessages = {
  dialogLabel: 'ドキュメントを検索',
  placeholder: 'ドキュメントを検索',
  inputLabel: 'ドキュメントを検索',
  clear: 'クリア',
  close: '検索を閉じる',
  resultsLabel: '検索結果',
  historyLabel: 'お気に入りと最近の検索',
  recents: '最近の検索',
  favorites: 'お気に入り',
  noRecents: '最近の検索はありません',
  noRecentsHint: '数文字入力してください。開いたページはこのブラウザーにだけ保存されます。',
  addFavorite: (title) => `「${title}」をお気に入りに追加`,
  removeFavorite: (title) => `「${title}」をお気に入りから削除`,
  removeRecent: (title) => `「${title}」を最近の検索から削除`,
  clearRecents: '履歴を消去',
  noResultsFor: '次の検索結果はありません:',
  noResultsHint: 'つづりを確認するか、言葉を減らしてください。',
  trySearchingFor: '次の検索をお試しください',
  reportMissing: '結果があるはずですか?',
  reportMissingLink: 'お知らせください。',
  errorTitle: '検索結果を取得できませんでした',
  errorHelp(kind) {
    if (kind === 'not-allowed') return 'このサイトには検索の権限がありません。検索キーの期限が切れた可能性があります。'
    if (kind === 'rate-limited') return '検索が多すぎます。しばらくしてからもう一度お試しください。'
    if (kind === 'server') return '検索サーバーに問題が発生しています。しばらくしてからもう一度お試しください。'
    if (kind === 'refused') return '検索サーバーが要求を受け付けませんでした。'
    if (kind === 'bad-answer') return '検索サーバーの応答を読み取れませんでした。'
    return 'ネットワーク接続を確認してください。'
  },
  retry: 'もう一度試す',
  resultCount: plural('ja', '# 件の結果'),
  showMore: (received, total) => `さらに表示 (${total.toLocaleString('ja')} 件中 ${received} 件)`,
  moreFailed: '続きを取得できませんでした。もう一度試す',
  seeAll: plural('ja', '# 件すべてを見る'),
  notSearched: (names) => `${names} を検索できませんでした。結果の一部がない可能性があります。`,
  elsewhere: 'フィルターの対象外',
  showAllInPage: (count, page) => `「${page}」のほか ${count} 件を表示`,
  limitReached: (limit) => `検索は ${limit} 文字までです。`,
  searching: '検索中…',
  untitled: '無題',
  select: '開く',
  navigate: '移動',
  closeHint: '閉じる',
  help: 'キーボードショートカット',
  filters: 'フィルター',
  language: '言語',
  version: 'バージョン',
  section: 'セクション',
  allValues: 'すべて',
  resetFilters: 'フィルターを解除',
  jump: 'ジャンプ',
  newTab: '新しいタブで開く',
  pin: '最近の検索をお気に入りに追加',
  forget: '最近の検索から削除',
  openHint: 'どのページからでも検索',
  slashOpens: '/ キーで検索を開く',
}
