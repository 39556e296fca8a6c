// Shared by the pages: the server's address, from their own address, and the options of each client.
const { port, apiKey } = Object.fromEntries(new URLSearchParams(location.search))

export { apiKey }

/** The hosts of a client of version 5. */
export const hosts = [{ url: '127.0.0.1', port: Number(port), accept: 'readWrite', protocol: 'http' }]

/** The options of DocSearch, as in its docs and ours. */
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
