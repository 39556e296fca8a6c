// One page, one search box: `?box=docent`, `v3`, `v4` or `v5`, each as its docs say, all asking the same search host.
// What it asks stands in the session: `port` (the
// host's), `indices` and `apiKey`.
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

const boxes = {
  docent: () => import('./docent.js'),
  v3: () => import('./v3.js'),
  v4: () => import('./v4.js'),
  v5: () => import('./v5.js'),
}
const options = new URLSearchParams(location.search)
const { Box } = await boxes[options.get('box')]()
const { port, indices, apiKey = 'search-only' } = JSON.parse(sessionStorage.getItem('search'))

/** The only change to a public client: where it asks. */
function transformSearchClient(client) {
  const { hosts } = client.transporter
  hosts.splice(0, hosts.length, { url: '127.0.0.1', port, accept: 'readWrite', protocol: 'http' })
  return client
}

createRoot(document.querySelector('#root')).render(
  createElement(Box, { appId: 'docent', apiKey, port, indices, transformSearchClient }),
)
