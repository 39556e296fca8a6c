import SearchBar from '@theme-original/SearchBar'

const hosts = [{ url: 'search.example.com', accept: 'readWrite', protocol: 'https' }]

function transformSearchClient(client) {
  client.transporter.hosts.splice(0, client.transporter.hosts.length, ...hosts)
  return client
}

export default function DocentSearchBar(props) {
  return <SearchBar {...props} transformSearchClient={transformSearchClient} />
}
