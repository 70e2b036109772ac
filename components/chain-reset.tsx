'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { IndexerStatus, SlotReset } from '@/lib/rpc/status'
import { statusQuery } from '@/lib/rpc/status-query'
import { isRecent } from './recent-reset'

/** Tells once in a tab, on the page at hand, that the chain view was reset. Without scripts every page tells it for a while. */
export function ChainReset({ network, initial }: { network: string; initial: IndexerStatus }) {
  const { reset } = useQuery({ ...statusQuery(network), initialData: initial }).data
  const [note, setNote] = useState<ReactNode>(null)
  useEffect(() => {
    if (!reset || !isRecent(reset) || !isNews(network, reset)) return
    void import('./reset-note').then(({ ResetNote }) => setNote(<ResetNote reset={reset} />))
  }, [reset, network])
  return <div role="status">{note}</div>
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
