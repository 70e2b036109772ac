import { expect, test } from 'vitest'
import { type Problem, ProblemError, problem } from '@/lib/api/problem'
import type { Whole, WholeStop } from '@/lib/api/whole'
import { virtualTime } from '@/lib/testing/virtual-time'
import { type WholeAnswer, WholeReading } from './whole-reading'

const clock = virtualTime()

const BUSY = problem('explorer_busy', 'Too many lists.', { retryAfterMs: 7_000 })

const answer = (state: Whole['state'], stop?: WholeStop, calls = 1) =>
  ({ meta: { whole: { state, ...(stop && { stop }), calls, claim: state === 'ended' ? {} : null } } }) as WholeAnswer

function served(...turns: (WholeAnswer | Problem)[]) {
  const requests: [calls: number, atMs: number][] = []
  const reading = new WholeReading(
    async (calls) => {
      requests.push([calls, clock.monotonic()])
      const turn = turns.shift()
      if (!turn) throw new Error('nothing more is requested')
      if ('code' in turn) throw new ProblemError(turn)
      return turn
    },
    { answer: null, problem: null },
  )
  return { reading, requests }
}

test('more is requested until the list ends', async () => {
  const end = answer('ended')
  const { reading, requests } = served(answer('reading'), answer('paused', { code: 'unattended', text: '' }), end)
  expect(requests).toEqual([])
  reading.continue(2_000)
  await clock.pass(60_000)
  expect(requests.map(([calls]) => calls)).toEqual([2_000, 2_000, 2_000])
  expect(reading.read()).toEqual({ answer: end, problem: null, isRequesting: false })
})

test('a pause ends it at once, and what comes late changes nothing', async () => {
  const { reading, requests } = served(answer('reading'), answer('reading'))
  reading.continue(10)
  reading.pause()
  await clock.pass(60_000)
  expect([requests.length, reading.read()]).toEqual([1, { answer: null, problem: null, isRequesting: false }])
})

test('a part that was slow stops it; who goes on waits until the indexer may be asked again', async () => {
  const slow = answer('stopped', { code: 'slow', text: '', retryAfterMs: 30_000 })
  const stillSlow = answer('stopped', { code: 'slow', text: '', retryAfterMs: 20_000 })
  const { reading, requests } = served(answer('reading'), slow, stillSlow, answer('reading'), slow)
  reading.continue(10)
  await clock.pass(10_000)
  expect([requests.length, reading.read().isRequesting]).toEqual([2, false])
  reading.continue(10)
  await clock.pass(60_000)
  expect([requests.length, reading.read().isRequesting]).toEqual([5, false])
})

test('an indexer in trouble, and a busy explorer, are waited for as long as they say', async () => {
  const waiting = answer('paused', { code: 'indexer', text: '', retryAfterMs: 3_000 })
  const { reading, requests } = served(waiting, BUSY, answer('ended'))
  reading.continue(10)
  await clock.pass(3_000)
  expect(reading.read()).toEqual({ answer: waiting, problem: BUSY, isRequesting: true })
  await clock.pass(7_000)
  expect(requests.map(([, atMs]) => atMs)).toEqual([0, 3_000, 10_000])
  expect(reading.read()).toMatchObject({ problem: null, isRequesting: false })
})

test('a problem that waiting cannot solve is shown, and the rows read so far stay', async () => {
  const first = answer('reading')
  const { reading } = served(first, { ...BUSY, code: 'invalid_params', retryable: false })
  reading.continue(10)
  await clock.pass(60_000)
  expect(reading.read()).toMatchObject({ answer: first, problem: { code: 'invalid_params' }, isRequesting: false })
})
