import type { LaterMessages, Messages } from './messages.ts'
import { plural } from './plural.ts'

/** Tiếng Việt */
export const messages: Messages & LaterMessages = {
  dialogLabel: 'Tìm kiếm tài liệu',
  placeholder: 'Tìm kiếm tài liệu',
  inputLabel: 'Tìm kiếm tài liệu',
  clear: 'Xóa',
  close: 'Đóng tìm kiếm',
  resultsLabel: 'Kết quả',
  historyLabel: 'Mục yêu thích và tìm kiếm gần đây',
  recents: 'Gần đây',
  favorites: 'Yêu thích',
  noRecents: 'Chưa có tìm kiếm nào',
  noRecentsHint: 'Chỉ cần gõ vài chữ cái. Những gì bạn mở chỉ được lưu trong trình duyệt này.',
  addFavorite: (title) => `Thêm “${title}” vào mục yêu thích`,
  removeFavorite: (title) => `Xóa “${title}” khỏi mục yêu thích`,
  removeRecent: (title) => `Xóa “${title}” khỏi tìm kiếm gần đây`,
  clearRecents: 'Xóa tìm kiếm gần đây',
  noResultsFor: 'Không có kết quả cho',
  noResultsHint: 'Hãy kiểm tra chính tả hoặc dùng ít từ hơn.',
  trySearchingFor: 'Hãy thử tìm',
  reportMissing: 'Bạn cho rằng tìm kiếm này phải có kết quả?',
  reportMissingLink: 'Hãy cho chúng tôi biết.',
  errorTitle: 'Không thể tải kết quả',
  errorHelp(kind) {
    if (kind === 'not-allowed') return 'Trang web này không được phép tìm kiếm ở đây.'
    if (kind === 'rate-limited') return 'Có quá nhiều tìm kiếm cùng lúc. Vui lòng thử lại sau giây lát.'
    if (kind === 'server') return 'Máy chủ tìm kiếm đang gặp sự cố. Vui lòng thử lại sau giây lát.'
    if (kind === 'refused') return 'Máy chủ tìm kiếm không chấp nhận yêu cầu.'
    if (kind === 'bad-answer') return 'Không đọc được phản hồi của máy chủ tìm kiếm.'
    return 'Hãy kiểm tra kết nối mạng của bạn.'
  },
  retry: 'Thử lại',
  resultCount: plural('vi', '# kết quả'),
  showMore: (received, total) => `Hiển thị thêm kết quả (${received} trên ${total.toLocaleString('vi')})`,
  moreFailed: 'Không thể tải thêm kết quả. Thử lại',
  seeAll: plural('vi', 'Xem tất cả # kết quả'),
  notSearched: (names) => `Không thể tìm kiếm trong ${names}. Có thể thiếu một số kết quả.`,
  elsewhere: 'Ngoài các bộ lọc này',
  showAllInPage: (count, page) => `Hiển thị thêm ${count} kết quả trong ${page}`,
  limitReached: (limit) => `Một tìm kiếm có thể có tối đa ${limit} ký tự.`,
  searching: 'Đang tìm kiếm…',
  untitled: 'Không có tiêu đề',
  select: 'để mở',
  navigate: 'để di chuyển',
  closeHint: 'để đóng',
  help: 'Phím tắt',
  filters: 'Bộ lọc',
  language: 'Ngôn ngữ',
  version: 'Phiên bản',
  section: 'Phần',
  allValues: 'Tất cả',
  resetFilters: 'Đặt lại bộ lọc',
  jump: 'để nhảy',
  newTab: 'để mở trong thẻ mới',
  pin: 'để thêm tìm kiếm gần đây vào mục yêu thích',
  forget: 'để xóa',
  openHint: 'để tìm kiếm từ mọi trang',
  slashOpens: 'Mở tìm kiếm bằng phím /',
}
