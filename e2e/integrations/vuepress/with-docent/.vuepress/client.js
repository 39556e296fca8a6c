import { SearchBox } from '@docent/adapter/vue'
import { h } from 'vue'
import { defineClientConfig, useRouter } from 'vuepress/client'

export default defineClientConfig({
  enhance({ app }) {
    app.component('SearchBox', () => {
      const router = useRouter()
      return h(SearchBox, { base: '/team/', navigate: (address, path) => router.push(path) })
    })
  },
})
