import { DocsBody, DocsPage, DocsTitle } from 'fumadocs-ui/page'

export default function Page() {
  return (
    <DocsPage>
      <DocsTitle>Gears</DocsTitle>
      <DocsBody>
        <p>All about gears.</p>
      </DocsBody>
    </DocsPage>
  )
}
