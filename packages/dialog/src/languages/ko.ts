import type { LaterMessages, Messages } from './messages.ts'
import { plural } from './plural.ts'

/** 한국어 */
export const messages: Messages & LaterMessages = {
  dialogLabel: '문서 검색',
  placeholder: '문서 검색',
  inputLabel: '문서 검색',
  clear: '지우기',
  close: '검색 닫기',
  resultsLabel: '검색 결과',
  historyLabel: '즐겨찾기와 최근 검색',
  recents: '최근 검색',
  favorites: '즐겨찾기',
  noRecents: '최근 검색이 없습니다',
  noRecentsHint: '몇 글자만 입력해 보세요. 연 페이지는 이 브라우저에만 저장됩니다.',
  addFavorite: (title) => `‘${title}’ 즐겨찾기에 추가`,
  removeFavorite: (title) => `‘${title}’ 즐겨찾기에서 제거`,
  removeRecent: (title) => `‘${title}’ 최근 검색에서 제거`,
  clearRecents: '최근 검색 지우기',
  noResultsFor: '검색 결과 없음:',
  noResultsHint: '철자를 확인하거나 더 적은 단어로 검색해 보세요.',
  trySearchingFor: '다음을 검색해 보세요',
  reportMissing: '결과가 있어야 하나요?',
  reportMissingLink: '알려 주세요.',
  errorTitle: '검색 결과를 가져올 수 없습니다',
  errorHelp(kind) {
    if (kind === 'not-allowed') return '이 사이트에는 검색 권한이 없습니다. 검색 키가 만료되었을 수 있습니다.'
    if (kind === 'rate-limited') return '검색이 너무 많습니다. 잠시 후 다시 시도해 주세요.'
    if (kind === 'server') return '검색 서버에 문제가 있습니다. 잠시 후 다시 시도해 주세요.'
    if (kind === 'refused') return '검색 서버가 요청을 받아들이지 않았습니다.'
    if (kind === 'bad-answer') return '검색 서버의 응답을 읽을 수 없습니다.'
    return '네트워크 연결을 확인해 주세요.'
  },
  retry: '다시 시도',
  resultCount: plural('ko', '결과 #개'),
  showMore: (received, total) => `결과 더 보기 (${total.toLocaleString('ko')}개 중 ${received}개)`,
  moreFailed: '결과를 더 가져올 수 없습니다. 다시 시도',
  seeAll: plural('ko', '결과 #개 모두 보기'),
  notSearched: (names) => `${names} 색인을 검색하지 못했습니다. 일부 결과가 빠졌을 수 있습니다.`,
  elsewhere: '필터 범위 밖',
  showAllInPage: (count, page) => `${page}에서 ${count}개 더 보기`,
  limitReached: (limit) => `검색어는 최대 ${limit}자입니다.`,
  searching: '검색 중…',
  untitled: '제목 없음',
  select: '열기',
  navigate: '이동',
  closeHint: '닫기',
  help: '키보드 단축키',
  filters: '필터',
  language: '언어',
  version: '버전',
  section: '섹션',
  allValues: '전체',
  resetFilters: '필터 초기화',
  jump: '건너뛰기',
  newTab: '새 탭에서 열기',
  pin: '최근 검색을 즐겨찾기에 추가',
  forget: '최근 검색에서 제거',
  openHint: '모든 페이지에서 검색',
  slashOpens: '/ 키로 검색 열기',
}
