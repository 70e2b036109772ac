import { describe, expect, test } from 'vitest'
import { SomeReader } from '@/lib/testing/gateway/some-reader'
import { mixed, rowsOf } from '@/lib/testing/upstream/memcmp-indexer'
import { MovingList } from '@/lib/testing/upstream/moving-list'
import { virtualTime } from '@/lib/testing/virtual-time'
import { GRACE_MS } from '../../platform/waiting-clients'
import { RpcError } from '../../protocol/rpc/failure'
import { listRoom } from '../read/list-room'
import { Reading, SLOW_MS, SLOW_PAUSE_MS } from './reading'

const clock = virtualTime()
const SUBJECT = { owner: 'owner' }

const listOf = (rows: number) => new MovingList(rowsOf(rows, (i) => mixed(i, 6)))

function readingOf(list: MovingList): Reading {
  return new Reading(() => list, SUBJECT)
}

async function reach(isSo: () => boolean): Promise<void> {
  for (let steps = 0; !isSo(); steps++) {
    if (steps > 20_000) throw new Error(`does not come: ${isSo}`)
    await clock.pass(5)
  }
}

async function passes(ms: number): Promise<void> {
  const endMs = clock.monotonic() + ms
  await reach(() => clock.monotonic() >= endMs)
}

describe('a reading', () => {
  test('goes on while a request waits for it and four seconds longer, and resumes where it was', async () => {
    const list = listOf(1_200)
    const reading = readingOf(list)
    const impatient = new SomeReader()
    reading.attend('true', 2_000, impatient)
    await reach(() => list.calls === 20)
    list.tookMs = 1_000
    await passes(60_000)
    expect(list.calls).toBeGreaterThan(60)
    impatient.leave()
    await passes(GRACE_MS + 1_000)
    const { calls } = list
    expect(reading.progress).toMatchObject({ state: 'paused', stop: { code: 'unattended' } })
    await passes(60_000)
    expect(list.calls).toBe(calls)
    list.tookMs = 0
    reading.attend('true', 2_000, new SomeReader())
    await reach(() => reading.isEnded)
    expect(list.calls).toBe(258)
    expect(reading.rows.size).toBe(1_200)
  })

  test('loses no time for who asks again every two seconds', async () => {
    const list = listOf(1_200)
    list.tookMs = 1_000
    const reading = readingOf(list)
    for (let polls = 0; polls < 10; polls++) {
      const poller = new SomeReader()
      reading.attend('true', 2_000, poller)
      poller.leave()
      await passes(2_000)
    }
    expect(list.calls).toBeGreaterThan(17)
  })

  test('stops when a part takes over two seconds, however often it is requested, and resumes after a pause', async () => {
    const list = listOf(1_200)
    const reading = readingOf(list)
    reading.attend('true', 2_000, new SomeReader())
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
      reading.attend('true', 2_000, new SomeReader())
      await clock.pass(5_000)
    }
    expect(list.calls).toBe(calls)
    list.tookMs = 10
    await clock.pass(5_000)
    reading.attend('true', 2_000, new SomeReader())
    await reach(() => reading.isEnded)
    expect(list.calls).toBe(258)
  })

  test('waits for an indexer that is out of order, and goes on with the same part', async () => {
    const list = listOf(1_200)
    const reading = readingOf(list)
    reading.attend('true', 2_000, new SomeReader())
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
    reading.attend('true', 2_000, new SomeReader())
    await reach(() => reading.progress.state === 'stopped')
    reading.attend('true', 2_000, new SomeReader())
    expect(reading.progress).toMatchObject({ stop: { code: 'failed' }, calls: 1, claim: null })
    expect(list.calls).toBe(1)
  })

  describe('whose rows take the memory that there is', () => {
    const MB = 1024 * 1024

    test('stops, and resumes where it was, without another call for what it has, once there is room', async () => {
      listRoom().mostBytes = 5.4 * MB
      const [others, list] = [[readingOf(listOf(1_900)), readingOf(listOf(1_900))], listOf(1_900)]
      const other = new SomeReader()
      for (const each of others) each.attend('true', 2_000, other)
      await reach(() => others.every(({ isEnded }) => isEnded))
      const second = readingOf(list)
      second.attend('true', 2_000, new SomeReader())
      await reach(() => second.progress.state === 'stopped')
      expect(second.progress).toMatchObject({ stop: { code: 'memory', retryAfterMs: expect.any(Number) }, claim: null })
      const { calls } = list
      for (let polls = 0; polls < 5; polls++) {
        second.attend('true', 2_000, new SomeReader())
        await clock.pass(1_000)
      }
      expect(list.calls).toBe(calls)
      other.leave()
      await clock.pass(GRACE_MS)
      second.attend('true', 2_000, new SomeReader())
      await reach(() => second.isEnded)
      expect([list.calls, second.rows.size]).toEqual([258, 1_900])
      expect(others.map(({ isDropped }) => isDropped)).toEqual([true, false])
    })
  })

  test('says how many seconds it should take, from what its calls took', async () => {
    const list = listOf(1_200)
    list.tookMs = 95
    const reading = readingOf(list)
    reading.attend('estimate', 2_000, new SomeReader())
    await reach(() => reading.progress.state === 'paused')
    const { estimate, calls } = reading.progress
    expect(estimate).toMatchObject({ calls: 257, seconds: Math.ceil(((257 - calls) * 100) / 1_000) })
  })
})
