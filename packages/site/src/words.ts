/**
 * The words of the website's frame, by language. A language without words of its own gets English ones; the article is
 * always in the author's. They are the server's: the browser gets those of a page's language with its navigation.
 */
import { primary } from './language.ts'

/** Every text of the frame. */
export interface Words {
  skip: string
  search: string
  menu: string
  close: string
  docs: string
  onThisPage: string
  top: string
  breadcrumbs: string
  pager: string
  previous: string
  next: string
  theme: string
  language: string
  version: string
  currentVersion: string
  section: string
  /** With `{title}`. */
  toggle: string
  notFoundTitle: string
  notFoundText: string
  errorTitle: string
  errorText: string
  tryAgain: string
  home: string
  read: string
  copy: string
  copied: string
  copyPage: string
  poweredBy: string
  searchSubmit: string
  searchHint: string
  searchNeedsScript: string
  /** With `{limit}`. */
  searchLimit: string
  /** With `{page}` and `{pages}`. */
  searchPage: string
  suggestions: string
  edit: string
  updated: string
  reportTitle: string
  reportText: string
  reportQuery: string
  reportExpected: string
  reportSend: string
  reportThanks: string
}

const ENGLISH: Words = {
  skip: 'Skip to content',
  search: 'Search',
  menu: 'Menu',
  close: 'Close menu',
  docs: 'Documentation',
  onThisPage: 'On this page',
  top: 'Overview',
  breadcrumbs: 'Breadcrumbs',
  pager: 'Previous and next page',
  previous: 'Previous',
  next: 'Next',
  theme: 'Switch between light and dark',
  language: 'Language',
  version: 'Version',
  currentVersion: 'Current',
  section: 'Section',
  toggle: 'Pages below {title}',
  notFoundTitle: 'Page not found',
  notFoundText: 'There is nothing at this address. The page may have moved, or the link that led here may be wrong.',
  errorTitle: 'This page could not be shown',
  errorText: 'Something went wrong while the page was made. Its address is right, so trying again may help.',
  tryAgain: 'Try again',
  home: 'Go to the start page',
  read: 'Start reading',
  copy: 'Copy code',
  copied: 'Copied',
  copyPage: 'Copy page',
  poweredBy: 'Built with Docent',
  searchSubmit: 'Search',
  searchHint: 'Type a few letters of what you are looking for.',
  searchNeedsScript: 'Results are shown by a script: please allow JavaScript for this site.',
  searchLimit: 'A search can have {limit} characters at most.',
  searchPage: 'Page {page} of {pages}',
  suggestions: 'Perhaps you are looking for',
  edit: 'Edit this page',
  updated: 'Last changed',
  reportTitle: 'Report missing results',
  reportText: 'Tell the people who write this documentation what the search should have found.',
  reportQuery: 'You searched for',
  reportExpected: 'You expected to find',
  reportSend: 'Send report',
  reportThanks: 'Thank you. Your report has been kept for the people who write this documentation.',
}

const JAPANESE: Words = {
  skip: '本文へ移動',
  search: '検索',
  menu: 'メニュー',
  close: 'メニューを閉じる',
  docs: 'ドキュメント',
  onThisPage: 'このページの内容',
  top: '概要',
  breadcrumbs: 'パンくずリスト',
  pager: '前後のページ',
  previous: '前へ',
  next: '次へ',
  theme: 'ライトとダークを切り替える',
  language: '言語',
  version: 'バージョン',
  currentVersion: '現行',
  section: 'セクション',
  toggle: '「{title}」のページ',
  notFoundTitle: 'ページが見つかりません',
  notFoundText: 'このアドレスにはページがありません。移動したか、リンクが間違っている可能性があります。',
  errorTitle: 'ページを表示できませんでした',
  errorText: 'ページの作成中に問題が発生しました。もう一度お試しください。',
  tryAgain: 'もう一度試す',
  home: '最初のページへ',
  read: '読み始める',
  copy: 'コードをコピー',
  copied: 'コピーしました',
  copyPage: 'ページをコピー',
  poweredBy: 'Docent で作成',
  searchSubmit: '検索',
  searchHint: '探している言葉の最初の数文字を入力してください。',
  searchNeedsScript: '検索結果の表示には JavaScript が必要です。',
  searchLimit: '検索できるのは {limit} 文字までです。',
  searchPage: '{pages} ページ中 {page} ページ',
  suggestions: 'お探しのページはこちらですか',
  edit: 'このページを編集',
  updated: '最終更新',
  reportTitle: '検索結果の不足を報告',
  reportText: '見つかるはずだった内容を、このドキュメントの執筆者にお知らせください。',
  reportQuery: '検索した言葉',
  reportExpected: '探していた内容',
  reportSend: '送信する',
  reportThanks: 'ありがとうございます。報告は執筆者に届けられます。',
}

const BY_LANGUAGE: Record<string, Words> = { en: ENGLISH, ja: JAPANESE }

/** @param lang BCP 47; only its language part counts. */
export function wordsFor(lang: string): Words {
  return BY_LANGUAGE[primary(lang)] ?? ENGLISH
}
