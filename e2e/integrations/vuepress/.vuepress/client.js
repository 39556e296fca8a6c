import { defineDocSearchConfig } from '@vuepress/plugin-docsearch/client'

const hosts = [{ url: 'search.example.com', accept: 'readWrite', protocol: 'https' }]

defineDocSearchConfig({
  transformSearchClient(client) {
    client.transporter.hosts.splice(0, client.transporter.hosts.length, ...hosts)
    return client
  },
})

export default {}
