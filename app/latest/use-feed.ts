'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import type { Answer } from '@/lib/api/answer'
import { ProblemError } from '@/lib/api/problem'
import { fetchAnswer } from '@/lib/api/query'
import {
  type FeedRow,
  firstGap,
  joined,
  jointOf,
  merged,
  reaches,
  type Stretch,
  stretchOf,
  told,
  trimmed,
} from './feed'

type FeedAnswer = Answer<'getLatestCompressionSignatures'>

/** Rows kept on screen, roughly: older ones are a page away. */
const MOST_SHOWN = 500

/** Rows read at once to find the way back to the known ones; what lies further back is on other pages. */
const MOST_READ = 1_000

/** Rows of one answer while reading back. */
const READ_LIMIT = 250

/** New rows that wait to be shown; beyond them nothing is collected until they are. */
export const MOST_WAITING = 2_000

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
 * Joins every new answer to the rows known before. When the two do not meet (a pause, a failure, a busy chain), reads
 * back with the cursor until they do, and marks the place where that could not be done. Rows that a fork took are marked
 * where they stand. features.md a10.
 */
export function useFeed(answer: FeedAnswer, network: string): Feed {
  const [rows, setRows] = useState<Rows>(() => {
    const { rows: first } = stretchFrom(answer)
    return { known: first, shown: first }
  })
  const current = useRef(rows)
  const taken = useRef(answer)
  const next = useRef<FeedAnswer | null>(null)
  const busy = useRef(false)

  const publish = useCallback((change: Partial<Rows>) => {
    current.current = { ...current.current, ...change }
    setRows(current.current)
  }, [])

  useEffect(() => {
    if (answer === taken.current) return
    taken.current = answer
    next.current = answer
    if (busy.current) return
    busy.current = true
    void takeAll()

    /** One answer after the other, and only the newest of those that came meanwhile. */
    async function takeAll() {
      while (next.current) {
        const fresh = next.current
        next.current = null
        await take(fresh)
      }
      busy.current = false
    }

    async function take(fresh: FeedAnswer) {
      const { known, shown } = current.current
      if (waitingOf({ known, shown }) > MOST_WAITING) return
      const met = (stretch: Stretch) => reaches(stretch, jointOf(known, stretch))
      const head = await readUntil(met, stretchFrom(fresh), network)
      publish({
        known: merged(current.current.known, head.stretch, jointOf(known, head.stretch)),
        shown: told(current.current.shown, head.stretch),
      })
      const below = firstGap(current.current.known)
      const isNear = below && current.current.known.indexOf(below) < MOST_READ
      if (head.failed || !isNear || below.unseenFrom === undefined) return
      const missing = await readUntil(
        (stretch) => reaches(stretch, below),
        { rows: [], cursor: below.unseenFrom },
        network,
      )
      publish({ known: merged(current.current.known, missing.stretch, below) })
    }
  }, [answer, network, publish])

  const show = useCallback(() => {
    const kept = trimmed(current.current.known, MOST_SHOWN)
    publish({ known: kept, shown: kept })
  }, [publish])

  return { shown: rows.shown, waiting: waitingOf(rows), show }
}

function stretchFrom({ result, meta }: FeedAnswer): Stretch {
  return stretchOf(result.value.items, result.value.cursor, { asOf: result.context.slot, here: meta.here })
}

/** Rows that are known and not on screen; what is in another slot now has to move there. */
function waitingOf({ known, shown }: Rows): number {
  const there = new Set(shown.map(({ signature, slot }) => `${signature} ${slot}`))
  return known.filter(({ signature, slot }) => !there.has(`${signature} ${slot}`)).length
}

/** Goes on reading until that holds, enough was read, or an answer failed. */
async function readUntil(
  met: (stretch: Stretch) => boolean,
  start: Stretch,
  network: string,
): Promise<{ stretch: Stretch; failed: boolean }> {
  let stretch = start
  while (!met(stretch) && stretch.rows.length < MOST_READ && stretch.cursor !== null) {
    try {
      const params = { cursor: stretch.cursor, limit: READ_LIMIT }
      const { value } = (await fetchAnswer('getLatestCompressionSignatures', params, network)).result
      stretch = joined(stretch, stretchOf(value.items, value.cursor))
    } catch (error) {
      if (error instanceof ProblemError) return { stretch, failed: true }
      throw error
    }
  }
  return { stretch, failed: false }
}
