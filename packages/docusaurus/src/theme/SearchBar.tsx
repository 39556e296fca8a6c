/** Docusaurus' `SearchBar`: hits of the reader's versions come first, and open in the site's router. */

import { SearchBox } from '@docent/adapter/react'
import { useDocsContextualSearchTags } from '@docusaurus/plugin-content-docs/client'
import { useHistory } from '@docusaurus/router'
import { translate } from '@docusaurus/Translate'
import useDocusaurusContext from '@docusaurus/useDocusaurusContext'
import { usePluginData } from '@docusaurus/useGlobalData'
import type { ReactElement } from 'react'

import { NAME } from '../name.ts'
import './search-bar.css'

/** The name of the version that Docusaurus calls `current`, in the Markdown of a site with released versions. */
const UNRELEASED = 'next'

/** Docusaurus finds it by the path of this file, below `theme/`. */
export default function SearchBar(): ReactElement {
  const history = useHistory()
  const { baseUrl } = useDocusaurusContext().siteConfig
  const versions = useDocsContextualSearchTags().map((tag) => /^docs-.*?-([^]+)$/.exec(tag)?.[1] ?? '')
  return (
    <SearchBox
      base={baseUrl}
      navigate={(url) => history.push(url)}
      version={versions.flatMap((version) => (version === 'current' ? [version, UNRELEASED] : [version]))}
      text={translate({ id: 'theme.SearchBar.label', message: 'Search', description: 'The text of the search button' })}
      options={usePluginData(NAME) as object}
    />
  )
}
