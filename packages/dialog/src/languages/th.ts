import type { LaterMessages, Messages } from './messages.ts'
import { plural } from './plural.ts'

/** ไทย */
export const messages: Messages & LaterMessages = {
  dialogLabel: 'ค้นหาเอกสาร',
  placeholder: 'ค้นหาเอกสาร',
  inputLabel: 'ค้นหาเอกสาร',
  clear: 'ล้าง',
  close: 'ปิดการค้นหา',
  resultsLabel: 'ผลลัพธ์',
  historyLabel: 'รายการโปรดและการค้นหาล่าสุด',
  recents: 'ล่าสุด',
  favorites: 'รายการโปรด',
  noRecents: 'ยังไม่มีการค้นหา',
  noRecentsHint: 'พิมพ์เพียงไม่กี่ตัวอักษรก็พอ สิ่งที่คุณเปิดจะเก็บไว้ในเบราว์เซอร์นี้เท่านั้น',
  addFavorite: (title) => `เพิ่ม “${title}” ในรายการโปรด`,
  removeFavorite: (title) => `นำ “${title}” ออกจากรายการโปรด`,
  removeRecent: (title) => `นำ “${title}” ออกจากการค้นหาล่าสุด`,
  clearRecents: 'ล้างการค้นหาล่าสุด',
  noResultsFor: 'ไม่พบผลลัพธ์สำหรับ',
  noResultsHint: 'ตรวจสอบการสะกด หรือใช้คำให้น้อยลง',
  trySearchingFor: 'ลองค้นหา',
  reportMissing: 'คิดว่าการค้นหานี้ควรมีผลลัพธ์หรือไม่',
  reportMissingLink: 'แจ้งให้เราทราบ',
  errorTitle: 'โหลดผลลัพธ์ไม่ได้',
  errorHelp(kind) {
    if (kind === 'not-allowed') return 'เว็บไซต์นี้ไม่ได้รับอนุญาตให้ค้นหาที่นี่'
    if (kind === 'rate-limited') return 'มีการค้นหาพร้อมกันมากเกินไป โปรดลองอีกครั้งในอีกสักครู่'
    if (kind === 'server') return 'เซิร์ฟเวอร์ค้นหามีปัญหา โปรดลองอีกครั้งในอีกสักครู่'
    if (kind === 'refused') return 'เซิร์ฟเวอร์ค้นหาไม่รับคำขอนี้'
    if (kind === 'bad-answer') return 'อ่านคำตอบจากเซิร์ฟเวอร์ค้นหาไม่ได้'
    return 'โปรดตรวจสอบการเชื่อมต่อเครือข่าย'
  },
  retry: 'ลองอีกครั้ง',
  resultCount: plural('th', '# ผลลัพธ์'),
  showMore: (received, total) => `แสดงผลลัพธ์เพิ่มเติม (${received} จาก ${total.toLocaleString('th')})`,
  moreFailed: 'โหลดผลลัพธ์เพิ่มเติมไม่ได้ ลองอีกครั้ง',
  seeAll: plural('th', 'ดูผลลัพธ์ทั้งหมด # รายการ'),
  notSearched: (names) => `ค้นหาใน ${names} ไม่ได้ ผลลัพธ์บางส่วนอาจขาดไป`,
  elsewhere: 'นอกตัวกรองเหล่านี้',
  showAllInPage: (count, page) => `แสดงอีก ${count} รายการใน ${page}`,
  limitReached: (limit) => `ค้นหาได้ไม่เกิน ${limit} อักขระ`,
  searching: 'กำลังค้นหา…',
  untitled: 'ไม่มีชื่อ',
  select: 'เปิด',
  navigate: 'เลื่อน',
  closeHint: 'ปิด',
  help: 'แป้นพิมพ์ลัด',
  filters: 'ตัวกรอง',
  language: 'ภาษา',
  version: 'เวอร์ชัน',
  section: 'ส่วน',
  allValues: 'ทั้งหมด',
  resetFilters: 'รีเซ็ตตัวกรอง',
  jump: 'ข้ามไป',
  newTab: 'เปิดในแท็บใหม่',
  pin: 'เพิ่มการค้นหาล่าสุดในรายการโปรด',
  forget: 'นำออก',
  openHint: 'ค้นหาจากหน้าใดก็ได้',
  slashOpens: 'เปิดการค้นหาด้วยปุ่ม /',
}
