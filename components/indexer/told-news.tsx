'use client'

import { useEffect, useState } from 'react'
import type { IndexerStatus, SlotReset } from '@/lib/api/status'
import type { Cluster } from '@/lib/urls/links'
import { useClock } from '../frame/now'
import { BannerLine } from './banner-line'
import { isRecent } from './recent-reset'
import { ResetNote } from './reset-note'
import { bannerWords } from './verdict-words'

/** The news of an indexer as they change. Loaded by indexer-news.tsx. */
export function ToldNews({
  network,
  cluster,
  initial,
  status,
  showsData,
}: {
  network: string
  cluster: Cluster
  /** As the page came: what stood there then is not announced. */
  initial: IndexerStatus
  status: IndexerStatus
  showsData: boolean
}) {
  return (
    <>
      <Reset network={network} reset={status.reset} />
      {showsData && <Banner cluster={cluster} initial={initial} status={status} />}
    </>
  )
}

/**
 * The banner. One that came with the page keeps its place when it has nothing to say any more; one that comes later lies
 * over the foot of the window: no row moves while somebody reads it. Only the change of a verdict is announced; slots and
 * seconds run on in silence.
 */
function Banner({ cluster, initial, status }: { cluster: Cluster; initial: IndexerStatus; status: IndexerStatus }) {
  const state = useClock((now) => bannerWords(status, now)?.state ?? null)
  const words = bannerWords(status, 0)
  const [stood] = useState(words !== null && initial.verdict === status.verdict)
  const [said, setSaid] = useState('')
  const { verdict } = status
  useEffect(() => {
    if (said !== '' || verdict !== initial.verdict) setSaid(`The indexer is ${verdict}.`)
  }, [verdict, initial.verdict, said])
  return (
    <>
      {words && state !== null ? (
        <BannerLine cluster={cluster} verdict={verdict} words={{ ...words, state }} late={!stood} />
      ) : (
        stood && <div className="banner" />
      )}
      <div role="status" className="sr-only">
        {said}
      </div>
    </>
  )
}

/** Tells once in a tab, on the page at hand, that the chain view was reset. Without scripts every page tells it for a while. */
function Reset({ network, reset }: { network: string; reset: SlotReset | null }) {
  const [told, setTold] = useState<SlotReset | null>(null)
  useEffect(() => {
    if (reset && isRecent(reset, Date.now()) && isNews(network, reset)) setTold(reset)
  }, [reset, network])
  return <div role="status">{told && <ResetNote reset={told} />}</div>
}

/** True the first time that this tab hears of it. Without storage that cannot be told, and it is news on every page. */
function isNews(network: string, { at }: SlotReset): boolean {
  const key = `leafscan-reset ${network}`
  try {
    const isKnown = sessionStorage.getItem(key) === at
    sessionStorage.setItem(key, at)
    return !isKnown
  } catch {
    return true
  }
}
