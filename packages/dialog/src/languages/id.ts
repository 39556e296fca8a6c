import type { LaterMessages, Messages } from './messages.ts'
import { plural } from './plural.ts'

/** Bahasa Indonesia */
export const messages: Messages & LaterMessages = {
  dialogLabel: 'Cari di dokumentasi',
  placeholder: 'Cari di dokumentasi',
  inputLabel: 'Cari di dokumentasi',
  clear: 'Hapus',
  close: 'Tutup pencarian',
  resultsLabel: 'Hasil',
  historyLabel: 'Favorit dan pencarian terakhir',
  recents: 'Terakhir',
  favorites: 'Favorit',
  noRecents: 'Belum ada pencarian',
  noRecentsHint: 'Cukup beberapa huruf. Halaman yang Anda buka hanya disimpan di peramban ini.',
  addFavorite: (title) => `Tambahkan “${title}” ke favorit`,
  removeFavorite: (title) => `Hapus “${title}” dari favorit`,
  removeRecent: (title) => `Hapus “${title}” dari pencarian terakhir`,
  clearRecents: 'Hapus pencarian terakhir',
  noResultsFor: 'Tidak ada hasil untuk',
  noResultsHint: 'Periksa ejaan atau gunakan lebih sedikit kata.',
  trySearchingFor: 'Coba cari',
  reportMissing: 'Apakah pencarian ini seharusnya memberikan hasil?',
  reportMissingLink: 'Beri tahu kami.',
  errorTitle: 'Hasil tidak dapat diambil',
  errorHelp(kind) {
    if (kind === 'not-allowed') return 'Situs ini tidak diizinkan mencari di sini.'
    if (kind === 'rate-limited') return 'Terlalu banyak pencarian sekaligus. Coba lagi sebentar lagi.'
    if (kind === 'server') return 'Server pencarian sedang bermasalah. Coba lagi sebentar lagi.'
    if (kind === 'refused') return 'Server pencarian tidak menerima permintaan ini.'
    if (kind === 'bad-answer') return 'Jawaban server pencarian tidak dapat dibaca.'
    return 'Periksa koneksi jaringan Anda.'
  },
  retry: 'Coba lagi',
  resultCount: plural('id', '# hasil'),
  showMore: (received, total) => `Tampilkan lebih banyak hasil (${received} dari ${total.toLocaleString('id')})`,
  moreFailed: 'Hasil lainnya tidak dapat diambil. Coba lagi',
  seeAll: plural('id', 'Lihat semua # hasil'),
  notSearched: (names) => `Pencarian di ${names} gagal. Beberapa hasil mungkin tidak ditampilkan.`,
  elsewhere: 'Di luar filter ini',
  showAllInPage: (count, page) => `Tampilkan ${count} lagi di ${page}`,
  limitReached: (limit) => `Pencarian paling banyak terdiri dari ${limit} karakter.`,
  searching: 'Mencari…',
  untitled: 'Tanpa judul',
  select: 'membuka',
  navigate: 'berpindah',
  closeHint: 'menutup',
  help: 'Pintasan papan ketik',
  filters: 'Filter',
  language: 'Bahasa',
  version: 'Versi',
  section: 'Bagian',
  allValues: 'Semua',
  resetFilters: 'Atur ulang filter',
  jump: 'melompat',
  newTab: 'membuka di tab baru',
  pin: 'menambahkan pencarian terakhir ke favorit',
  forget: 'menghapusnya',
  openHint: 'mencari dari halaman mana pun',
  slashOpens: 'Buka pencarian dengan tombol /',
}
