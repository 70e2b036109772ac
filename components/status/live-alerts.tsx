'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { IndexerStatus } from '@/lib/api/status'
import type { Cluster } from '@/lib/page/address'
import { useClock } from '../ui/time'
import { BannerLine } from './banner-line'
import { retryOnBetterVerdict } from './note-verdict'
import { bannerWords } from './verdict-words'

/**
 * A server-rendered banner keeps its space when it ends, and a later one overlays the foot of the window, so that rows never
 * move. Screen readers hear changes of the verdict, not of slots and seconds.
 */
export function LiveAlerts({
  cluster,
  initial,
  status,
  showsData,
}: {
  cluster: Cluster
  /** Server-rendered state, which is not announced. */
  initial: IndexerStatus
  status: IndexerStatus
  showsData: boolean
}) {
  const { verdict } = status
  const before = useRef(verdict)
  const client = useQueryClient()
  const state = useClock((now) => bannerWords(status, now)?.state ?? null)
  const words = bannerWords(status, 0)
  const [hasOwnSpace] = useState(words !== null && initial.verdict === verdict)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    retryOnBetterVerdict(before.current, verdict, client.getQueryCache())
    before.current = verdict
  }, [verdict, client])
  useEffect(() => {
    if (announcement !== '' || verdict !== initial.verdict) setAnnouncement(`The indexer is ${verdict}.`)
  }, [verdict, initial.verdict, announcement])
  if (!showsData) return null
  return (
    <>
      {words && state !== null ? (
        <BannerLine cluster={cluster} verdict={verdict} words={{ ...words, state }} late={!hasOwnSpace} />
      ) : (
        hasOwnSpace && <div className="banner" />
      )}
      <div role="status" className="sr-only">
        {announcement}
      </div>
    </>
  )
}
