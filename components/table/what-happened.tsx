'use client'

import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { fetchJson } from '@/lib/api/fetch-json'
import { withBigints } from '@/lib/api/query'
import type { Cluster } from '@/lib/page/address'
import type { Happened, HappenedAnswer } from '@/lib/transaction/happened'
import { setting } from '../reader/setting'
import { usePause } from '../ui/pause'
import { Sentence } from './sentence'

type Ask = (signature: string, top: number) => Promise<Happened>

const Describing = createContext<{ happened: HappenedAnswer; begin: string; ask: Ask } | null>(null)

/** False without a chain node. */
export function useDescribes(): boolean {
  return useContext(Describing) !== null
}

/** Around lists of transactions. `happened`: null without a chain node. */
export function Describes({ happened, children }: { happened: HappenedAnswer | null; children: ReactNode }) {
  const network = happened?.meta.network ?? ''
  const chosen = useMemo(() => setting(`leafscan.describes.${network}`), [network])
  const [isChosen, setChosen] = useState(false)
  useEffect(() => setChosen(chosen.read() !== ''), [chosen])
  const begin = isChosen ? 'always' : 'automatic'
  const ask = useMemo(() => inBatches(begin, network), [begin, network])
  const describing = useMemo(() => happened && { happened, begin, ask }, [happened, begin, ask])
  function choose() {
    chosen.write(isChosen ? '' : begin)
    setChosen(!isChosen)
  }
  return (
    <Describing value={describing}>
      {happened && !happened.meta.automatic && (
        <p className="needs-script max-w-prose pb-3 text-sm text-muted">
          What happened is read from a Solana node: one call for a transaction, and up to two for each account that it
          consumed.{' '}
          <button type="button" className="button" onClick={choose}>
            {isChosen ? 'Stop describing' : 'Describe the rows on screen'}
          </button>
        </p>
      )}
      {children}
    </Describing>
  )
}

/** Milliseconds that a row waits for others on screen. */
const BATCH_MS = 50
const MAX_SIGNATURES = 50
const UNREAD: Happened = { state: 'unread' }

interface AskedRow {
  signature: string
  /** Where it is on screen. */
  top: number
}

function inBatches(begin: string, cluster: string): Ask {
  let batch: { rows: AskedRow[]; answer: Promise<HappenedAnswer> } | null = null
  async function send(rows: AskedRow[]) {
    await new Promise((resolve) => setTimeout(resolve, BATCH_MS))
    if (batch?.rows === rows) batch = null
    // The first ones are read first.
    const signatures = rows.sort((a, b) => a.top - b.top).map(({ signature }) => signature)
    const search = new URLSearchParams({ signatures: signatures.join(','), begin, cluster })
    return withBigints(await fetchJson<HappenedAnswer>(`/api/v1/transactions?${search}`))
  }
  return async (signature, top) => {
    if (!batch || batch.rows.length === MAX_SIGNATURES) {
      const rows: AskedRow[] = []
      batch = { rows, answer: send(rows) }
    }
    batch.rows.push({ signature, top })
    return (await batch.answer).result.find((item) => item.signature === signature) ?? UNREAD
  }
}

/** Asks while it is on screen and more may be known. Nothing without a chain node. */
export function WhatHappened({ signature, cluster }: { signature: string; cluster: Cluster }) {
  const describing = useContext(Describing)
  const place = useRef<HTMLSpanElement>(null)
  const [isOnScreen, setOnScreen] = useState(false)
  useEffect(() => {
    if (!place.current) return
    const observer = new IntersectionObserver((entries) => setOnScreen(entries.at(-1)?.isIntersecting ?? false))
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  const kept = describing?.happened.result.find((item) => item.signature === signature)
  const { data = UNREAD, error } = useQuery({
    queryKey: ['happened', describing?.happened.meta.network, describing?.begin, signature],
    queryFn: () => describing?.ask(signature, place.current?.getBoundingClientRect().top ?? 0) ?? UNREAD,
    enabled: isOnScreen,
    initialData: kept?.state === 'described' ? kept : undefined,
    staleTime: ({ state: { data } }) => (data?.retryAfterMs === undefined ? Number.POSITIVE_INFINITY : 0),
    refetchInterval: ({ state: { data } }) => data?.retryAfterMs ?? false,
  })
  if (!describing) return null
  const problem = data.state === 'failed' ? data.problem : error?.problem
  return (
    <span ref={place} className="happened">
      {data.state === 'described' ? (
        <Sentence description={data.description} cluster={cluster} />
      ) : (
        <span className="text-muted" title={problem?.detail}>
          {problem?.detail ?? (data.state === 'pending' ? <Pending answer={data} /> : 'Not read yet')}
        </span>
      )}
    </span>
  )
}

function Pending({ answer }: { answer: Happened }) {
  const left = usePause(answer.retryAfterMs, answer)
  return left > 1 ? `Waiting its turn, next try in ${left} s` : 'Reading…'
}
