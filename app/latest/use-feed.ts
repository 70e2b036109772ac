'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import type { Answer } from '@/lib/api/answer'
import { isProblem } from '@/lib/api/problem'
import { fetchAnswer } from '@/lib/api/query'
import {
  closesGap,
  type FeedRow,
  type FeedSegment,
  findJoint,
  firstGap,
  joinSegments,
  markRemovedRows,
  mergeSegment,
  segmentOf,
  trimRows,
} from '../../lib/listing/live-feed'

type FeedAnswer = Answer<'getLatestCompressionSignatures'>

const MAX_SHOWN = 500

/** Rows read at most to reach the known ones; older ones are on other pages. */
const MAX_ROWS_READ = 1_000

const READ_LIMIT = 250

/** New rows waiting to be shown; beyond it none are collected. */
export const MAX_WAITING = 2_000

interface Rows {
  known: readonly FeedRow[]
  shown: readonly FeedRow[]
}

/**
 * Merges each response into the known rows. If they do not meet (a pause, a failure, a busy chain), reads back with the cursor
 * until they do, else marks a gap. Rows removed by a fork are marked in place. features.md a10.
 */
export function useFeed(answer: FeedAnswer, network: string) {
  const [rows, setRows] = useState<Rows>(() => {
    const { rows: first } = firstSegment(answer)
    return { known: first, shown: first }
  })
  const current = useRef(rows)
  const newest = useRef(answer)
  const merging = useRef(Promise.resolve())

  const publish = useCallback((change: Partial<Rows>) => {
    current.current = { ...current.current, ...change }
    setRows(current.current)
  }, [])

  useEffect(() => {
    if (answer === newest.current) return
    newest.current = answer
    // One response at a time; skips to the newest of those that arrived meanwhile.
    merging.current = merging.current.then(() => (answer === newest.current ? mergeAnswer(answer) : undefined))

    async function mergeAnswer(fresh: FeedAnswer) {
      const { known, shown } = current.current
      if (waitingOf({ known, shown }) > MAX_WAITING) return
      const isDone = (segment: FeedSegment) => closesGap(segment, findJoint(known, segment))
      const head = await readUntil(isDone, firstSegment(fresh), network)
      publish({
        known: mergeSegment(current.current.known, head.segment, findJoint(known, head.segment)),
        shown: markRemovedRows(current.current.shown, head.segment),
      })
      const below = firstGap(current.current.known)
      const isNear = below && current.current.known.indexOf(below) < MAX_ROWS_READ
      if (head.failed || !isNear || below.unseenFrom === undefined) return
      const missing = await readUntil(
        (segment) => closesGap(segment, below),
        { rows: [], cursor: below.unseenFrom },
        network,
      )
      publish({ known: mergeSegment(current.current.known, missing.segment, below) })
    }
  }, [answer, network, publish])

  const show = useCallback(() => {
    const rows = trimRows(current.current.known, MAX_SHOWN)
    publish({ known: rows, shown: rows })
  }, [publish])

  return { shown: rows.shown, waiting: waitingOf(rows), show }
}

function firstSegment({ result, meta }: FeedAnswer): FeedSegment {
  return segmentOf(result.value.items, result.value.cursor, { asOf: result.context.slot, here: meta.here })
}

/** A known row that is now in another slot counts too. */
function waitingOf({ known, shown }: Rows): number {
  const there = new Set(shown.map(({ signature, slot }) => `${signature} ${slot}`))
  return known.filter(({ signature, slot }) => !there.has(`${signature} ${slot}`)).length
}

async function readUntil(
  isDone: (segment: FeedSegment) => boolean,
  start: FeedSegment,
  network: string,
): Promise<{ segment: FeedSegment; failed: boolean }> {
  let segment = start
  while (!isDone(segment) && segment.rows.length < MAX_ROWS_READ && segment.cursor !== null) {
    try {
      const params = { cursor: segment.cursor, limit: READ_LIMIT }
      const { value } = (await fetchAnswer('getLatestCompressionSignatures', params, network)).result
      segment = joinSegments(segment, segmentOf(value.items, value.cursor))
    } catch (error) {
      if (isProblem(error)) return { segment, failed: true }
      throw error
    }
  }
  return { segment, failed: false }
}
