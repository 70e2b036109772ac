import { describe, expect, test } from 'vitest'
import { mixed, rowsOf } from '@/lib/testing/gateway/memcmp-indexer'
import { MovingList } from '@/lib/testing/gateway/moving-list'
import { virtualTime } from '@/lib/testing/virtual-time'
import { RpcError } from '../../../rpc/failure'
import { ATTENDED_MS, Reading, SLOW_MS, SLOW_PAUSE_MS } from './reading'

/* One list that is read for all who request it, in virtual time. */

const clock = virtualTime()
const SUBJECT = { owner: 'owner' }

const listOf = (rows: number) => new MovingList(rowsOf(rows, (i) => mixed(i, 6)))

/** A reading of a list that may grow without a bound. */
function readingOf(list: MovingList): Reading {
  return new Reading(
    () => list,
    SUBJECT,
    () => true,
  )
}

/** Lets time pass until something is so. */
async function reach(isSo: () => boolean): Promise<void> {
  for (let steps = 0; !isSo(); steps++) {
    if (steps > 5_000) throw new Error(`does not come: ${isSo}`)
    await clock.pass(5)
  }
}

describe('a reading', () => {
  test('goes on only while somebody requests it, and resumes where it was', async () => {
    const list = listOf(1_200)
    const reading = readingOf(list)
    reading.attend('true', 2_000)
    await reach(() => list.calls === 20)
    list.tookMs = 1_000
    await clock.pass(ATTENDED_MS + 1_000)
    expect(reading.progress).toMatchObject({ state: 'paused' })
    expect(list.calls).toBeLessThan(40)
    expect(reading.progress.stop).toMatchObject({ code: 'unattended' })
    const { calls } = list
    await clock.pass(60_000)
    expect(list.calls).toBe(calls)
    list.tookMs = 0
    reading.attend('true', 2_000)
    await reach(() => reading.isEnded)
    expect(list.calls).toBe(258)
    expect(reading.rows.size).toBe(1_200)
  })

  test('stops when a part takes over two seconds, however often it is requested, and resumes after a pause', async () => {
    const list = listOf(1_200)
    const reading = readingOf(list)
    reading.attend('true', 2_000)
    await reach(() => list.calls === 10)
    list.tookMs = SLOW_MS + 1
    await reach(() => reading.progress.state === 'stopped')
    expect(reading.progress).toMatchObject({
      state: 'stopped',
      stop: { code: 'slow', retryAfterMs: expect.any(Number) },
    })
    expect(reading.progress.stop?.retryAfterMs).toBeGreaterThan(SLOW_PAUSE_MS - 10)
    const { calls } = list
    for (let seconds = 0; seconds < 25; seconds += 5) {
      reading.attend('true', 2_000)
      await clock.pass(5_000)
    }
    expect(list.calls).toBe(calls)
    list.tookMs = 10
    await clock.pass(5_000)
    reading.attend('true', 2_000)
    await reach(() => reading.isEnded)
    expect(list.calls).toBe(258)
  })

  test('waits for an indexer that is out of order, and goes on with the same part', async () => {
    const list = listOf(1_200)
    const reading = readingOf(list)
    reading.attend('true', 2_000)
    await reach(() => list.calls === 10)
    list.fails = new RpcError({ kind: 'http', status: 429, retryAfterMs: 3_000, message: 'x' })
    await reach(() => reading.progress.state === 'paused')
    expect(reading.progress.stop).toMatchObject({ code: 'indexer' })
    list.fails = null
    await reach(() => reading.isEnded)
    expect(reading.progress.claim).toMatchObject({ withData: { rows: 1_200, proven: true } })
  })

  test('ends where the indexer refuses, and is not begun again by requests', async () => {
    const list = listOf(1_200)
    list.fails = new RpcError({ kind: 'http', status: 401, retryAfterMs: null, message: 'x' })
    const reading = readingOf(list)
    reading.attend('true', 2_000)
    await reach(() => reading.progress.state === 'stopped')
    reading.attend('true', 2_000)
    expect(reading.progress).toMatchObject({ stop: { code: 'failed' }, calls: 1, claim: null })
    expect(list.calls).toBe(1)
  })

  test('stops where there is no memory for its rows', async () => {
    const reading = new Reading(
      () => listOf(1_200),
      SUBJECT,
      () => reading.rows.size <= 1_010,
    )
    reading.attend('true', 2_000)
    await reach(() => reading.progress.state === 'stopped')
    expect(reading.progress.stop).toMatchObject({ code: 'memory' })
    expect(reading.progress.stop?.text).toContain('export')
  })

  test('says how many seconds it should take, from what its calls took', async () => {
    const list = listOf(1_200)
    list.tookMs = 95
    const reading = readingOf(list)
    reading.attend('estimate', 2_000)
    await reach(() => reading.progress.state === 'paused')
    const { estimate, calls } = reading.progress
    expect(estimate).toMatchObject({ calls: 257, seconds: Math.ceil(((257 - calls) * 100) / 1_000) })
  })

  test('shows rows that were seen as unproven until their part is read', async () => {
    const reading = readingOf(listOf(1_500))
    reading.attend('true', 1)
    await reach(() => reading.progress.state === 'stopped')
    expect(reading.progress.rows).toMatchObject({ found: 1_000, unproven: 1_000 })
    expect(reading.rows.page(null, 10).unproven).toHaveLength(10)
    reading.attend('true', 2_000)
    await reach(() => reading.isEnded)
    expect(reading.progress.rows).toMatchObject({ found: 1_500, unproven: 0 })
  })
})
