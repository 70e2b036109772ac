import { beforeEach, describe, expect, test, vi } from 'vitest'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { FAULTS, type Fault } from '@/lib/testing/stand-in/faults'
import { metrics } from '../server/metrics/metrics'

/* What monitors are answered, beside what people see: design.md 4.4, /api/v1/health. */

const CHECK_SECONDS = 5
const SECOND = 1_000
const MINUTE = 60 * SECOND
/** Checks that a change of the verdict needs. */
const CHANGE = 3

const explorer = explorerPerTest()
let moving: boolean

beforeEach(() => {
  vi.stubEnv('PROBE_SECONDS', String(CHECK_SECONDS))
  moving = true
})

/** Lets some checks of the probe pass. */
async function passChecks(count: number): Promise<void> {
  for (let check = 0; check < count; check++) {
    if (moving) explorer.indexer.data.slot++
    await explorer.passCheck()
  }
}

/**
 * The verdict that pages show, HTTP 200 for people, and the status that monitors get, all of one moment. Badges and
 * metrics must say the same.
 */
async function answers(): Promise<{ verdict: unknown; people: number; monitors: number }> {
  const [status, people, monitors, badge, shields, scraped] = await Promise.all([
    explorer.get('status?samples=0'),
    explorer.get('health'),
    explorer.get('health?strict=1'),
    explorer.get('/badge.svg'),
    explorer.get('/badge.json'),
    metrics().text(),
  ])
  const verdict = String(status.body?.verdict)
  expect(people.body?.verdict).toBe(verdict)
  expect(monitors.body?.verdict).toBe(verdict)
  expect(/<title[^>]*>([^<]*)/.exec(badge.text)?.[1]).toContain(verdict)
  expect(shields.body?.message).toContain(verdict)
  expect(/^explorer_indexer_verdict\{upstream="near",verdict="(\w+)"\} 1$/m.exec(scraped)?.[1]).toBe(verdict)
  return { verdict, people: people.status, monitors: monitors.status }
}

const HEALTH_GONE: Fault = { kind: 'reply', status: 500, body: '' }

describe('monitors, badges and metrics agree with the page', () => {
  /** The first check, which decides. */
  async function firstCheck(): Promise<void> {
    await explorer.get('status')
  }

  async function isOk(): Promise<void> {
    await firstCheck()
    await passChecks(1)
    expect(await answers()).toEqual({ verdict: 'ok', people: 200, monitors: 200 })
  }

  test('frozen: 503, though the health answer is ok', async () => {
    await isOk()
    moving = false
    await passChecks(MINUTE / SECOND / CHECK_SECONDS - 1)
    expect(await answers()).toEqual({ verdict: 'ok', people: 200, monitors: 200 })
    await passChecks(1)
    expect(await answers()).toEqual({ verdict: 'frozen', people: 200, monitors: 503 })
  })

  test.each<[string, Fault, string[] | null]>([
    ['limited', FAULTS.rateLimited('1'), null],
    ['unknown', HEALTH_GONE, ['getIndexerHealth']],
  ])('%s: what was before for a minute, then 503', async (verdict, fault, methods) => {
    await isOk()
    explorer.indexer.fail(fault, { methods })
    await passChecks(CHANGE)
    expect(await answers()).toEqual({ verdict, people: 200, monitors: 200 })
    await passChecks(MINUTE / SECOND / CHECK_SECONDS - 1)
    await explorer.clock.pass(CHECK_SECONDS * SECOND - 1)
    expect(await answers()).toEqual({ verdict, people: 200, monitors: 200 })
    await explorer.clock.pass(1)
    expect(await answers()).toMatchObject({ people: 200, monitors: 503 })
  })
})

// How soon in milliseconds is measured by `npm run bench outage`. Here the clock stands while monitors are answered.
describe('while the indexer hangs', () => {
  test('no answer waits for the indexer, before and after the verdict', async () => {
    await explorer.get('status')
    explorer.indexer.fail(FAULTS.hang)
    const statuses: number[] = []
    for (let check = 0; check < CHANGE; check++) {
      const { callCount } = explorer.indexer
      await explorer.clock.pass(CHECK_SECONDS * SECOND)
      await explorer.received(callCount + 2)
      statuses.push((await explorer.get('health?strict=1')).status)
    }
    await explorer.clock.pass(CHECK_SECONDS * SECOND)
    statuses.push((await explorer.get('health?strict=1')).status)
    expect(statuses).toEqual([200, 200, 200, 503])
  })
})
