'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { IndexerStatus, SlotReset } from '@/lib/api/status'
import type { Cluster } from '@/lib/page/address'
import { useClock } from '../ui/time'
import { BannerLine } from './banner-line'
import { noteVerdict } from './note-verdict'
import { isRecent } from './recent-reset'
import { ResetNote } from './reset-note'
import { bannerWords } from './verdict-words'

export function LiveAlerts({
  network,
  cluster,
  initial,
  status,
  showsData,
}: {
  network: string
  cluster: Cluster
  /** Server-rendered state, which is not announced. */
  initial: IndexerStatus
  status: IndexerStatus
  showsData: boolean
}) {
  const { verdict } = status
  const before = useRef(verdict)
  const client = useQueryClient()
  useEffect(() => {
    noteVerdict(before.current, verdict, client.getQueryCache())
    before.current = verdict
  }, [verdict, client])
  return (
    <>
      <Reset network={network} reset={status.reset} />
      {showsData && <Banner cluster={cluster} initial={initial} status={status} />}
    </>
  )
}

/**
 * A server-rendered banner keeps its space when it ends, and a later one overlays the foot of the window, so that rows never
 * move. Screen readers hear changes of the verdict, not of slots and seconds.
 */
function Banner({ cluster, initial, status }: { cluster: Cluster; initial: IndexerStatus; status: IndexerStatus }) {
  const state = useClock((now) => bannerWords(status, now)?.state ?? null)
  const words = bannerWords(status, 0)
  const [hasOwnSpace] = useState(words !== null && initial.verdict === status.verdict)
  const [announcement, setAnnouncement] = useState('')
  const { verdict } = status
  useEffect(() => {
    if (announcement !== '' || verdict !== initial.verdict) setAnnouncement(`The indexer is ${verdict}.`)
  }, [verdict, initial.verdict, announcement])
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

/** Shown once per tab; without scripts, on every page for a while. */
function Reset({ network, reset }: { network: string; reset: SlotReset | null }) {
  const [shown, setShown] = useState<SlotReset | null>(null)
  useEffect(() => {
    if (reset && isRecent(reset, Date.now()) && isFirstInTab(network, reset)) setShown(reset)
  }, [reset, network])
  return <div role="status">{shown && <ResetNote reset={shown} />}</div>
}

function isFirstInTab(network: string, { at }: SlotReset): boolean {
  const key = `leafscan-reset ${network}`
  try {
    const isKnown = sessionStorage.getItem(key) === at
    sessionStorage.setItem(key, at)
    return !isKnown
  } catch {
    return true
  }
}
