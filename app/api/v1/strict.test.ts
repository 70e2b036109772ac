import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { AT_ONCE_MS } from '@/lib/testing/api/fault-row'
import { FAULTS, type Fault } from '@/lib/testing/stand-in/faults'

/*
 * What monitors are answered, beside what people see: design.md 4.4, /api/v1/health. Looks follow each other fast, and
 * the monotonic clock is moved for what takes a minute.
 */

const MINUTE = 60_000
const explorer = explorerPerTest()
let moving: NodeJS.Timeout

beforeEach(() => {
  vi.stubEnv('PROBE_SECONDS', '0.1')
  explorer.hurry()
  moving = setInterval(() => explorer.indexer.data.slot++, 20)
})
afterEach(() => clearInterval(moving))

/** The verdict that pages show, HTTP 200 for people, and the status that monitors get, all of one moment. */
async function told(): Promise<{ verdict: unknown; people: number; monitors: number }> {
  const [status, people, monitors] = await Promise.all([
    explorer.get('status?samples=0'),
    explorer.get('health'),
    explorer.get('health?strict=1'),
  ])
  expect(people.body?.verdict).toBe(status.body?.verdict)
  expect(monitors.body?.verdict).toBe(status.body?.verdict)
  return { verdict: status.body?.verdict, people: people.status, monitors: monitors.status }
}

function until(verdict: string): Promise<{ verdict: unknown; people: number; monitors: number }> {
  return vi.waitFor(
    async () => {
      const now = await told()
      if (now.verdict !== verdict) throw new Error(`the verdict is ${now.verdict}`)
      return now
    },
    { timeout: 10_000, interval: 30 },
  )
}

const HEALTH_GONE: Fault = { kind: 'reply', status: 500, body: '' }

describe('strict monitors agree with the page', () => {
  test('ok: 200', async () => {
    expect(await until('ok')).toEqual({ verdict: 'ok', people: 200, monitors: 200 })
  })

  test('behind: 503', async () => {
    explorer.indexer.data.lag = 57
    expect(await until('behind')).toEqual({ verdict: 'behind', people: 200, monitors: 503 })
  })

  test('frozen: 503, though the health answer is ok', async () => {
    await until('ok')
    clearInterval(moving)
    await new Promise((resolve) => setTimeout(resolve, 400))
    explorer.skip(MINUTE)
    expect(await until('frozen')).toEqual({ verdict: 'frozen', people: 200, monitors: 503 })
  })

  test('unreachable: 503, and 200 only once it is ok again', async () => {
    await until('ok')
    explorer.indexer.fail(FAULTS.serverError)
    expect(await until('unreachable')).toEqual({ verdict: 'unreachable', people: 200, monitors: 503 })
    explorer.indexer.fail(null)
    expect(await until('ok')).toEqual({ verdict: 'ok', people: 200, monitors: 200 })
  })

  test.each<[string, Fault, string[] | null]>([
    ['limited', FAULTS.rateLimited('1'), null],
    ['unknown', HEALTH_GONE, ['getIndexerHealth']],
  ])('%s: what was before for a minute, then 503', async (verdict, fault, methods) => {
    await until('ok')
    explorer.indexer.fail(fault, { methods })
    expect(await until(verdict)).toEqual({ verdict, people: 200, monitors: 200 })
    explorer.skip(MINUTE - 5_000)
    expect(await told()).toEqual({ verdict, people: 200, monitors: 200 })
    explorer.skip(5_000)
    expect(await told()).toMatchObject({ people: 200, monitors: 503 })
  })

  test('limited from the first look: 503, and 503 again after something bad', async () => {
    explorer.indexer.fail(FAULTS.rateLimited('1'))
    expect(await until('limited')).toEqual({ verdict: 'limited', people: 200, monitors: 503 })
    explorer.indexer.fail(FAULTS.reset)
    expect(await until('unreachable')).toMatchObject({ monitors: 503 })
    explorer.indexer.fail(FAULTS.rateLimited('1'))
    expect(await until('limited')).toMatchObject({ monitors: 503 })
  })
})

// How soon in milliseconds is measured by `npm run bench outage`.
describe('while the indexer hangs', () => {
  test('a monitor that comes first is told at once that nothing is known', async () => {
    await explorer.get('getEverything')
    explorer.indexer.fail(FAULTS.hang)
    const first = await explorer.get('health?strict=1')
    expect(first).toMatchObject({ status: 503, body: { verdict: 'unknown' } })
    expect(first.tookMs).toBeLessThan(AT_ONCE_MS)
  })

  test('no answer waits for the indexer, before and after the verdict', async () => {
    await until('ok')
    explorer.indexer.fail(FAULTS.hang)
    const statuses = new Set<number>()
    let longest = 0
    await vi.waitFor(
      async () => {
        const { tookMs, status } = await explorer.get('health?strict=1')
        longest = Math.max(longest, tookMs)
        statuses.add(status)
        if (status !== 503) throw new Error('not noticed yet')
      },
      { timeout: 10_000, interval: 5 },
    )
    expect([...statuses]).toEqual([200, 503])
    expect(longest).toBeLessThan(AT_ONCE_MS)
  })
})
