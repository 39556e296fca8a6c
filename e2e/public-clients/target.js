// What the pages have in common: where the server is, as their address says, and how each client is told.
const { port, apiKey } = Object.fromEntries(new URLSearchParams(location.search))

export { apiKey }

/** The hosts of a client of today. */
export const hosts = [{ url: '127.0.0.1', port: Number(port), accept: 'readWrite', protocol: 'http' }]

/** The options of a DocSearch, as its docs and ours describe them. */
export const docSearchOptions = {
  appId: 'docent',
  apiKey,
  insights: false,
  transformSearchClient(client) {
    client.transporter.hosts.splice(0, client.transporter.hosts.length, ...hosts)
    return client
  },
}

/** The element of the page that belongs to the client. */
export const container = document.querySelector('#search')
