import { expect, test } from 'vitest'
import type { FetchedPage } from '../result/fetched-page.ts'
import { learnSite } from './learn-site.ts'

/** A page of a site without semantic elements whose frame is translated. */
const framed = (lang: string, bottom: string, index: number): FetchedPage => ({
  url: `https://docs.example.com/${lang}/page-${index}`,
  html: `<html lang="${lang}"><head><title>${lang} ${index}</title></head><body>
    <div class="text"><h1>${lang} ${index}</h1><p>Words ${index} of ${lang}.</p><h2 id="use">Part ${index}</h2><p>More ${index} of ${lang}.</p>
    <div class="bottom"><p>${bottom}</p></div></div></body></html>`,
})
const pagesOf = (lang: string, bottom: string, count: number): FetchedPage[] =>
  Array.from({ length: count }, (_, index) => framed(lang, bottom, index))

test('the frame of each language of a site is found', () => {
  const french = pagesOf('fr', 'Autorisé sous licence.', 12)
  const pages = [...pagesOf('en', 'Licensed to all.', 40), ...french]
  const [page] = french
  const records = page === undefined ? [] : learnSite(pages, {}).read(page).records
  expect(records.map(({ content }) => content)).toEqual(['Words 0 of fr.', 'More 0 of fr.'])
})
