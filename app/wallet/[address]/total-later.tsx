'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { fetchJson } from '@/lib/api/fetch-json'

/** Waits for a total that was late for the page, then reloads the page's data. */
export function TotalLater({ path }: { path: string }) {
  const router = useRouter()
  const { isFetched } = useQuery({
    queryKey: ['wallet total', path],
    queryFn: ({ signal }) => fetchJson(path, signal).then(() => true),
    staleTime: 0,
    gcTime: 0,
  })
  useEffect(() => {
    if (isFetched) router.refresh()
  }, [isFetched, router])
  return null
}
