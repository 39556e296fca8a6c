import { DocsBody, DocsPage, DocsTitle } from 'fumadocs-ui/page'

export default function Page() {
  return (
    <DocsPage>
      <DocsTitle>Lubrication</DocsTitle>
      <DocsBody>
        <p>Oil is good, grease is better.</p>
        <h2 id="when-to-oil">When to oil</h2>
        <p>Every morning.</p>
      </DocsBody>
    </DocsPage>
  )
}
