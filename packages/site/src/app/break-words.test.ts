import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { breakWords } from './break-words.tsx'

test('a long name may break between its parts, shorter words stay whole', () => {
  const html = (text: string): string => renderToStaticMarkup(breakWords(text))
  expect(html('KeyboardAvoidingView')).toBe('<span>Keyboard<wbr/>Avoiding<wbr/>View<wbr/></span>')
  expect(html('Microsoft.PowerShell.Archive')).toBe('<span>Microsoft.<wbr/>Power<wbr/>Shell.<wbr/>Archive<wbr/></span>')
  expect(html('server.sourcemapIgnoreList')).toBe('<span>server.<wbr/>sourcemap<wbr/>Ignore<wbr/>List<wbr/></span>')
  expect(html('Introduction to JavaScript')).toBe('Introduction to JavaScript')
  expect(html('a <b> & c')).toBe('a &lt;b&gt; &amp; c')
})
