'use client'

import { SearchBox } from '@docent/adapter/react'
import '@docent/dialog/button.css'
import { useRouter } from 'next/navigation'

export function Search() {
  const router = useRouter()
  return <SearchBox base="/team/" navigate={(address, path) => router.push(path)} />
}
