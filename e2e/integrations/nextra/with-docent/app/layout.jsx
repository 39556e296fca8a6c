import { Layout, Navbar } from 'nextra-theme-docs'
import 'nextra-theme-docs/style.css'
import { Head } from 'nextra/components'
import { getPageMap } from 'nextra/page-map'

import { Search } from '../components/search'

export default async function RootLayout({ children }) {
  return (
    <html lang="en" dir="ltr" suppressHydrationWarning>
      <Head />
      <body>
        <Layout search={<Search />} navbar={<Navbar logo={<b>Gears</b>} />} pageMap={await getPageMap()}>
          {children}
        </Layout>
      </body>
    </html>
  )
}
