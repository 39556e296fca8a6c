// A page's own script, as its docs describe it: the public search box, pointed at another host.
import docsearch from '@docsearch/js/docsearch'

const { port, apiKey } = Object.fromEntries(new URLSearchParams(location.search))

docsearch({
  container: '#search',
  appId: 'docent',
  apiKey,
  indices: ['docs'],
  insights: false,
  transformSearchClient(client) {
    const hosts = client.transporter.hosts
    hosts.splice(0, hosts.length, { url: '127.0.0.1', port: Number(port), accept: 'readWrite', protocol: 'http' })
    return client
  },
})
