'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import type { Answer } from '@/lib/api/answer'
import { isProblem } from '@/lib/api/problem'
import { fetchAnswer } from '@/lib/api/query'
import {
  type FeedRow,
  type FeedSegment,
  firstGap,
  joined,
  jointOf,
  merged,
  reaches,
  segmentOf,
  trimmed,
  withRemovals,
} from '../../lib/listing/live-feed'

type FeedAnswer = Answer<'getLatestCompressionSignatures'>

/** Rows on screen at most, roughly: older ones are a page away. */
const MAX_SHOWN = 500

/** Rows read at most to get back to the known ones; what lies further back is on other pages. */
const MAX_READ = 1_000

/** Rows of one answer while reading back. */
const READ_LIMIT = 250

/** New rows that wait to be shown; beyond them nothing is collected until they are. */
export const MAX_WAITING = 2_000

/** The newest signatures as the page shows them, and how many wait. */
export interface Feed {
  /** Rows on screen: they come and go only in show(). */
  shown: readonly FeedRow[]
  /** New rows that are not on screen yet. */
  waiting: number
  /** Puts the waiting rows on screen. */
  show(): void
}

interface Rows {
  known: readonly FeedRow[]
  shown: readonly FeedRow[]
}

/**
 * Merges every new answer into the known rows. When the two do not meet (a pause, a failure, a busy chain), reads back
 * with the cursor until they do, and marks a gap where that fails. Rows that a fork removed are marked in place. features.md a10.
 */
export function useFeed(answer: FeedAnswer, network: string): Feed {
  const [rows, setRows] = useState<Rows>(() => {
    const { rows: first } = firstSegment(answer)
    return { known: first, shown: first }
  })
  const current = useRef(rows)
  const lastAnswer = useRef(answer)
  const next = useRef<FeedAnswer | null>(null)
  const busy = useRef(false)

  const publish = useCallback((change: Partial<Rows>) => {
    current.current = { ...current.current, ...change }
    setRows(current.current)
  }, [])

  useEffect(() => {
    if (answer === lastAnswer.current) return
    lastAnswer.current = answer
    next.current = answer
    if (busy.current) return
    busy.current = true
    void mergeAll()

    /** One answer after the other, and only the newest of those that came meanwhile. */
    async function mergeAll() {
      while (next.current) {
        const fresh = next.current
        next.current = null
        await mergeAnswer(fresh)
      }
      busy.current = false
    }

    async function mergeAnswer(fresh: FeedAnswer) {
      const { known, shown } = current.current
      if (waitingOf({ known, shown }) > MAX_WAITING) return
      const isDone = (segment: FeedSegment) => reaches(segment, jointOf(known, segment))
      const head = await readUntil(isDone, firstSegment(fresh), network)
      publish({
        known: merged(current.current.known, head.segment, jointOf(known, head.segment)),
        shown: withRemovals(current.current.shown, head.segment),
      })
      const below = firstGap(current.current.known)
      const isNear = below && current.current.known.indexOf(below) < MAX_READ
      if (head.failed || !isNear || below.unseenFrom === undefined) return
      const missing = await readUntil(
        (segment) => reaches(segment, below),
        { rows: [], cursor: below.unseenFrom },
        network,
      )
      publish({ known: merged(current.current.known, missing.segment, below) })
    }
  }, [answer, network, publish])

  const show = useCallback(() => {
    const newest = trimmed(current.current.known, MAX_SHOWN)
    publish({ known: newest, shown: newest })
  }, [publish])

  return { shown: rows.shown, waiting: waitingOf(rows), show }
}

function firstSegment({ result, meta }: FeedAnswer): FeedSegment {
  return segmentOf(result.value.items, result.value.cursor, { asOf: result.context.slot, here: meta.here })
}

/** Number of known rows that are not on screen; one that is in another slot now counts as such. */
function waitingOf({ known, shown }: Rows): number {
  const there = new Set(shown.map(({ signature, slot }) => `${signature} ${slot}`))
  return known.filter(({ signature, slot }) => !there.has(`${signature} ${slot}`)).length
}

/** Reads on until `isDone`, enough was read, or an answer failed. */
async function readUntil(
  isDone: (segment: FeedSegment) => boolean,
  start: FeedSegment,
  network: string,
): Promise<{ segment: FeedSegment; failed: boolean }> {
  let segment = start
  while (!isDone(segment) && segment.rows.length < MAX_READ && segment.cursor !== null) {
    try {
      const params = { cursor: segment.cursor, limit: READ_LIMIT }
      const { value } = (await fetchAnswer('getLatestCompressionSignatures', params, network)).result
      segment = joined(segment, segmentOf(value.items, value.cursor))
    } catch (error) {
      if (isProblem(error)) return { segment, failed: true }
      throw error
    }
  }
  return { segment, failed: false }
}
