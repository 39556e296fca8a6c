/**
 * Folding of case, width and diacritics: `Crème` → `creme`, `Ｎｏｄｅ` → `node`, `أحمد` → `احمد`.
 *
 * Marks are dropped only in scripts whose readers may omit them (Latin, Greek, Cyrillic, Arabic, Hebrew); the vowel signs of
 * Indic scripts and the voicing of Kana are letters to their readers and stay.
 */

/** The range of ASCII. */
const ASCII = /^[\0-\x7f]*$/
/** Marks that readers may omit, by script: Latin, Greek and Cyrillic; Hebrew; Arabic; the dot below of Devanagari (`फ़ाइल`, `फाइल`). */
const OPTIONAL_MARKS =
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff]|[\u0591-\u05c7]|[\u0640\u064b-\u065f\u0670]|[\u06d6-\u06ed]|\u093c/g
/** Joiners, soft hyphens, variation selectors, which only change how a text is drawn. */
const INVISIBLE = /\u00ad|\u200b|\u200c|\u200d|\u2060|\ufeff|[\ufe00-\ufe0f]/g
const LETTERS_WITHOUT_DECOMPOSITION = /[ßøđðłæœþıŋħςىةیکہھەٱ\u0901]/g
/** Digits of Arabic, Persian and Devanagari. */
const DIGITS = /[٠-٩۰-۹०-९]/g
const PLAIN: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ı: 'i',
  ŋ: 'n',
  ħ: 'h',
  ς: 'σ',
  ى: 'ي',
  ة: 'ه',
  // Keyboards of Arabic, Persian and Urdu have different signs for these letters.
  ی: 'ي',
  ک: 'ك',
  ہ: 'ه',
  ھ: 'ه',
  ە: 'ه',
  ٱ: 'ا',
  // `कहाँ`, `कहां`.
  '\u0901': '\u0902',
}

/** The form under which a text is indexed and looked up. May be shorter or longer than the text, even empty. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(OPTIONAL_MARKS, '')
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .replace(LETTERS_WITHOUT_DECOMPOSITION, (letter) => PLAIN[letter] ?? letter)
    .replace(DIGITS, valueOfDigit)
}

/** The zeros of Arabic and Persian have the code points U+0660 and U+06F0, that of Devanagari U+0966. */
function valueOfDigit(digit: string): string {
  return String((digit.charCodeAt(0) - (digit < '०' ? 0 : 6)) & 15)
}

/** Cache of `foldUnit`: a few thousand characters of scripts without spaces. */
const units: string[] = []

/** `fold` of one UTF-16 unit. */
export function foldUnit(unit: number): string {
  return (units[unit] ??= fold(String.fromCharCode(unit)))
}
