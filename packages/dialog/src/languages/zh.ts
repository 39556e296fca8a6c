import type { LaterMessages, Messages } from './messages.ts'
import { plural } from './plural.ts'

/** 简体中文 */
export const messages: Messages & LaterMessages = {
  dialogLabel: '搜索文档',
  placeholder: '搜索文档',
  inputLabel: '搜索文档',
  clear: '清除',
  close: '关闭搜索',
  resultsLabel: '搜索结果',
  historyLabel: '收藏和最近搜索',
  recents: '最近搜索',
  favorites: '收藏',
  noRecents: '没有最近搜索',
  noRecentsHint: '输入几个字即可。您打开的内容只保存在此浏览器中。',
  addFavorite: (title) => `收藏“${title}”`,
  removeFavorite: (title) => `取消收藏“${title}”`,
  removeRecent: (title) => `从最近搜索中移除“${title}”`,
  clearRecents: '清空最近搜索',
  noResultsFor: '没有找到结果:',
  noResultsHint: '请检查拼写,或减少关键词。',
  trySearchingFor: '试试搜索',
  reportMissing: '认为应该有结果?',
  reportMissingLink: '告诉我们。',
  errorTitle: '无法获取搜索结果',
  errorHelp(kind) {
    if (kind === 'not-allowed') return '此网站无权在这里搜索,搜索密钥可能已过期。'
    if (kind === 'rate-limited') return '搜索过于频繁,请稍后再试。'
    if (kind === 'server') return '搜索服务器出现问题,请稍后再试。'
    if (kind === 'refused') return '搜索服务器未接受此请求。'
    if (kind === 'bad-answer') return '无法读取搜索服务器的响应。'
    return '请检查网络连接。'
  },
  retry: '重试',
  resultCount: plural('zh', '# 个结果'),
  showMore: (received, total) => `显示更多结果(${received} / ${total.toLocaleString('zh')})`,
  moreFailed: '无法加载更多结果,请重试',
  seeAll: plural('zh', '查看全部 # 个结果'),
  notSearched: (names) => `无法搜索 ${names}，结果可能不完整。`,
  elsewhere: '筛选范围之外',
  showAllInPage: (count, page) => `“${page}”中还有 ${count} 个`,
  limitReached: (limit) => `搜索最多 ${limit} 个字符。`,
  searching: '正在搜索…',
  untitled: '无标题',
  select: '打开',
  navigate: '移动',
  closeHint: '关闭',
  help: '键盘快捷键',
  filters: '筛选',
  language: '语言',
  version: '版本',
  section: '章节',
  allValues: '全部',
  resetFilters: '重置筛选',
  jump: '跳转',
  newTab: '在新标签页中打开',
  pin: '收藏最近搜索',
  forget: '移除最近搜索',
  openHint: '在任意页面搜索',
  slashOpens: '按 / 打开搜索',
}
