'use client'

import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, type RefObject, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { fetchJson } from '@/lib/api/fetch-json'
import { withBigints } from '@/lib/api/query'
import type { Cluster } from '@/lib/page/address'
import type { Happened, HappenedAnswer, KeptHappened } from '@/lib/transaction/happened'
import { setting } from '../reader/setting'
import { Sentence } from './sentence'

interface Describing extends KeptHappened {
  network: string
  cluster: Cluster
  begin: 'always' | 'automatic'
  ask(signature: string): Promise<Happened>
}

const DescribingContext = createContext<Describing | null>(null)

/** False without a chain node. */
export function useDescribes(): boolean {
  return useContext(DescribingContext) !== null
}

/** For lists of transactions. `happened`: what the server has of these, null without a chain node. */
export function Describes({
  happened,
  network,
  cluster,
  children,
}: {
  happened: KeptHappened | null
  network: string
  cluster: Cluster
  children: ReactNode
}) {
  const chosen = useMemo(() => setting(`leafscan.describes.${network}`), [network])
  const [begin, setBegin] = useState<Describing['begin']>('automatic')
  useEffect(() => setBegin(chosen.read() === 'always' ? 'always' : 'automatic'), [chosen])
  const choose = (next: Describing['begin']) => {
    chosen.write(next)
    setBegin(next)
  }
  const describing = useMemo(
    () =>
      happened && {
        ...{ ...happened, network, cluster, begin },
        ask: inBatches((signatures) => fetchHappened(signatures, begin, network)),
      },
    [happened, cluster, begin, network],
  )
  return (
    <DescribingContext value={describing}>
      {children}
      {happened && !happened.automatic && (
        <p className="needs-script max-w-prose pt-3 text-sm text-muted">
          <span>
            What happened is read from a Solana node: one call for a transaction, and up to two for each account that it
            consumed.
          </span>{' '}
          <button type="button" className="button" onClick={() => choose(begin === 'always' ? 'automatic' : 'always')}>
            {begin === 'always' ? 'Stop describing' : 'Describe the rows on screen'}
          </button>
        </p>
      )}
    </DescribingContext>
  )
}

/** Milliseconds that a row waits for others on screen. */
const BATCH_MS = 50
const MAX_SIGNATURES = 50

function inBatches(ask: (signatures: readonly string[]) => Promise<ReadonlyMap<string, Happened>>) {
  let batch: { signatures: string[]; answer: ReturnType<typeof ask> } | null = null
  return async (signature: string): Promise<Happened> => {
    if (!batch || batch.signatures.length === MAX_SIGNATURES) {
      const signatures: string[] = []
      const answer = new Promise((resolve) => setTimeout(resolve, BATCH_MS)).then(() => {
        if (batch?.signatures === signatures) batch = null
        return ask(signatures)
      })
      batch = { signatures, answer }
    }
    batch.signatures.push(signature)
    return (await batch.answer).get(signature) ?? UNREAD
  }
}

const UNREAD: Happened = { state: 'unread' }

async function fetchHappened(signatures: readonly string[], begin: Describing['begin'], cluster: string) {
  const search = new URLSearchParams({ signatures: signatures.join(','), begin, cluster })
  const { result } = withBigints(await fetchJson<HappenedAnswer>(`/api/v1/transactions?${search}`))
  return new Map(result.map(({ signature, ...happened }) => [signature, happened]))
}

/** Asks while it is on screen and there may be more to know. Nothing without a chain node. */
export function WhatHappened({ signature }: { signature: string }) {
  const describing = useContext(DescribingContext)
  return describing && <Line signature={signature} describing={describing} />
}

function Line({ signature, describing }: { signature: string; describing: Describing }) {
  const { items, cluster, begin, network, ask } = describing
  const place = useRef<HTMLSpanElement>(null)
  const isOnScreen = useOnScreen(place)
  const { data = UNREAD, error } = useQuery({
    queryKey: ['happened', network, begin, signature],
    queryFn: () => ask(signature),
    enabled: isOnScreen,
    initialData: items[signature],
    staleTime: ({ state: { data } }) => (data && askAgainMs(data) === false ? Number.POSITIVE_INFINITY : 0),
    refetchInterval: ({ state: { data } }) => (data ? askAgainMs(data) : false),
  })
  const problem = data.state === 'failed' ? data.problem : data.state === 'described' ? null : error?.problem
  return (
    <span ref={place} className="happened">
      {data.state === 'described' ? (
        <Sentence description={data.description} mints={data.mints} cluster={cluster} />
      ) : (
        <span className="text-muted" title={problem?.detail}>
          {problem?.detail ?? (data.state === 'pending' ? 'Reading…' : 'Not read yet')}
        </span>
      )}
    </span>
  )
}

const UNSETTLED_MS = 30_000

/** Milliseconds; false: nothing more is to be known, or not without being asked for. */
function askAgainMs(data: Happened): number | false {
  switch (data.state) {
    case 'described':
      return !data.final && UNSETTLED_MS
    case 'pending':
      return data.retryAfterMs
    case 'failed':
      return Math.max(data.problem.retryAfterMs ?? UNSETTLED_MS, 1_000)
    case 'unread':
      return false
    default:
      return data satisfies never
  }
}

function useOnScreen(place: RefObject<Element | null>): boolean {
  const [isOnScreen, setOnScreen] = useState(false)
  useEffect(() => {
    if (!place.current) return
    const observer = new IntersectionObserver((entries) => setOnScreen(entries.at(-1)?.isIntersecting ?? false))
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [place])
  return isOnScreen
}
