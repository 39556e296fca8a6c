import { DocsLayout } from 'fumadocs-ui/layouts/docs'

import { Search } from '../../components/search'
import { tree } from '../../lib/tree'

export default function Layout({ children }) {
  return (
    <DocsLayout tree={tree} searchToggle={{ components: { sm: <Search />, lg: <Search /> } }}>
      {children}
    </DocsLayout>
  )
}
