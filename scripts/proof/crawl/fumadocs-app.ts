/** A site of Fumadocs for the pages and the sidebar of a book of mdBook: the smallest app that its components need. */

const CONFIG = `import { join } from 'node:path'
export default {
  output: 'export',
  images: { unoptimized: true },
  // The folder with the programs is above this one.
  turbopack: { root: join(import.meta.dirname, '../../..') },
  serverExternalPackages: ['@mdx-js/mdx'],
}
`

const LAYOUT = `import { RootProvider } from 'fumadocs-ui/provider/next'
import { DocsLayout } from 'fumadocs-ui/layouts/docs'
import { tree } from '../lib/content'
import './global.css'
export default function RootLayout({ children }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <body>
        <RootProvider search={{ enabled: false }}>
          <DocsLayout tree={tree} nav={{ title: 'The Book' }} githubUrl="https://docs.example.com/code">{children}</DocsLayout>
        </RootProvider>
      </body>
    </html>
  )
}
`

const HOME = `import { DocsBody, DocsPage, DocsTitle } from 'fumadocs-ui/page'
export default function Page() {
  return <DocsPage><DocsTitle>Start</DocsTitle><DocsBody><p>Welcome to all readers.</p></DocsBody></DocsPage>
}
`

const PAGE = `import { DocsBody, DocsDescription, DocsPage, DocsTitle } from 'fumadocs-ui/page'
import components from 'fumadocs-ui/mdx'
import { evaluate } from '@mdx-js/mdx'
import * as runtime from 'react/jsx-runtime'
import { rehypeCode, remarkGfm, remarkHeading } from 'fumadocs-core/mdx-plugins'
import { names, text } from '../../lib/content'
export const dynamicParams = false
export const generateStaticParams = () => names.map((name) => ({ slug: name.split('/') }))
const read = async (params) => text((await params).slug.join('/'))
const titleOf = (source) => (/^##? (.*)/m.exec(source)?.[1] ?? 'Untitled').replaceAll('\`', '')
export const generateMetadata = async ({ params }) => ({ title: titleOf(await read(params)) + ' | The Book' })
export default async function Page({ params }) {
  const source = await read(params)
  const body = source.replace(/^##? .*\\n/m, '').replace(/^\`\`\`rust.*$/gm, '\`\`\`rust').replace(/\\{\\{#.*\\}\\}/g, 'fn main() {}')
  const remarkPlugins = [remarkGfm, remarkHeading]
  const rehypePlugins = [[rehypeCode, { fallbackLanguage: 'text' }]]
  const { default: Content, toc } = await evaluate(body, { ...runtime, format: 'md', remarkPlugins, rehypePlugins })
  return (
    <DocsPage toc={toc ?? []}>
      <DocsTitle>{titleOf(source)}</DocsTitle>
      <DocsDescription>About {titleOf(source)}.</DocsDescription>
      <DocsBody><Content components={components} /></DocsBody>
    </DocsPage>
  )
}
`

/** Reads the summary of the book: parts are separators, chapters with pages below them are folders. */
const CONTENT = `import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
const source = join(process.cwd(), '../src')
const children = []
let folder
export const names = []
for (const line of readFileSync(join(source, 'SUMMARY.md'), 'utf8').split('\\n')) {
  const part = /^##? (.*)/.exec(line)?.[1]
  if (part) {
    children.push({ type: 'separator', name: part })
    folder = undefined
    continue
  }
  const [, indent, label, name] = /^(\\s*)(?:- )?\\[(.*)\\]\\((.*)\\.md\\)/.exec(line) ?? []
  if (name === undefined || !existsSync(join(source, name + '.md'))) continue
  const page = { type: 'page', name: label.replaceAll('\`', ''), url: '/' + name }
  names.push(name)
  if (indent !== '' && folder) folder.children.push(page)
  else {
    folder = { type: 'folder', name: page.name, index: page, children: [] }
    children.push(folder)
  }
}
const entries = children.map((one) => (one.type === 'folder' && one.children.length === 0 ? one.index : one))
export const tree = { name: 'Book', children: entries }
export const text = (name) => readFileSync(join(source, name + '.md'), 'utf8')
`

/** Files of the app, by path in the docs folder. */
export const FUMADOCS_APP: Readonly<Record<string, string>> = {
  'site/package.json': '{"private":true,"type":"module"}\n',
  'site/next.config.mjs': CONFIG,
  'site/postcss.config.mjs': "export default { plugins: { '@tailwindcss/postcss': {} } }\n",
  'site/app/global.css':
    "@import 'tailwindcss';\n@import 'fumadocs-ui/css/neutral.css';\n@import 'fumadocs-ui/css/preset.css';\n",
  'site/app/layout.jsx': LAYOUT,
  'site/app/page.jsx': HOME,
  'site/app/[...slug]/page.jsx': PAGE,
  'site/lib/content.js': CONTENT,
}
