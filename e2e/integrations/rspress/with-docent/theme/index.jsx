import { SearchBox } from '@docent/adapter/react'
import '@docent/dialog/button.css'
import { useNavigate } from '@rspress/core/runtime'

export * from '@rspress/core/theme-original'

export function Search() {
  const navigate = useNavigate()
  return <SearchBox base="/team/" navigate={(address, path) => navigate(path)} />
}
