import { beforeEach, describe, expect, test } from 'vitest'
import { logOfTest } from '@/lib/testing/log-of-test'
import { virtualTime } from '@/lib/testing/virtual-time'
import { Span } from '../../platform/trace/span'
import { Exporter } from './exporter'
import type { Posted } from './post'

const clock = virtualTime(Date.UTC(2026, 10, 20))
const TAKEN: Posted = { problem: null, isTransient: false, rejected: 0 }
const GONE: Posted = { problem: 'ECONNREFUSED', isTransient: true, rejected: 0 }
const REFUSED: Posted = { problem: 'http_401', isTransient: false, rejected: 0 }

let sent: string[][]
let outcome: Posted
let exporter: Exporter
const { lines } = logOfTest()

beforeEach(() => {
  sent = []
  outcome = TAKEN
  exporter = new Exporter(async (spans) => {
    sent.push(spans.map(({ name }) => name))
    return outcome
  })
})

const end = (name: string) => new Span('a'.repeat(32), null, name, 'internal', null, (span) => exporter.add(span)).end()

describe('spans', () => {
  test('are sent five seconds after the first of them ended, in one batch', async () => {
    end('one')
    await clock.pass(4_999)
    end('two')
    expect(sent).toEqual([])
    await clock.pass(1)
    expect(sent).toEqual([['one', 'two']])
    expect(exporter.counts).toEqual({ exported: 2, dropped: 0 })
    await clock.pass(60_000)
    expect(sent).toHaveLength(1)
  })

  test('are sent at once where they fill a batch', async () => {
    for (let n = 0; n < 600; n++) end('')
    await clock.pass(0)
    expect(sent.map((batch) => batch.length)).toEqual([512])
    await clock.pass(5_000)
    expect(sent.map((batch) => batch.length)).toEqual([512, 88])
  })

  test('of a collector that is gone are kept for four tries, within bounds, and one line a minute says so', async () => {
    outcome = GONE
    for (let n = 0; n < 3_000; n++) end('')
    expect(exporter.waiting).toBe(2_048)
    expect(exporter.counts.dropped).toBe(952)
    await clock.pass(60_000)
    expect(sent).toHaveLength(3)
    expect(lines()).toHaveLength(1)
    expect(lines()[0]).toMatchObject({
      level: 'warn',
      msg: 'traces are not taken',
      outcome: 'ECONNREFUSED',
    })
    await clock.pass(10_000)
    expect(sent).toHaveLength(4)
    expect(exporter.counts).toEqual({ exported: 0, dropped: 952 + 512 })
    expect(lines()).toHaveLength(2)
    outcome = TAKEN
    await clock.pass(60_000)
    expect(exporter.counts).toEqual({ exported: 3 * 512, dropped: 952 + 512 })
  })

  test('that a collector refuses are not sent again, and those that it rejects count as dropped', async () => {
    outcome = REFUSED
    end('one')
    await clock.pass(120_000)
    expect(sent).toHaveLength(1)
    expect(exporter.counts).toEqual({ exported: 0, dropped: 1 })
    outcome = { ...TAKEN, rejected: 1 }
    end('two')
    end('three')
    await clock.pass(5_000)
    expect(exporter.counts).toEqual({ exported: 1, dropped: 2 })
  })

  test('that are left at the end are sent at once, and given up where that fails', async () => {
    for (let n = 0; n < 700; n++) end('')
    await exporter.end(1_000)
    expect(sent.map((batch) => batch.length)).toEqual([512, 188])
    outcome = GONE
    end('late')
    await exporter.end(1_000)
    expect(exporter.counts).toEqual({ exported: 700, dropped: 1 })
  })

  test('of a collector that never answers hold the end up no longer than is allowed', async () => {
    const stuck = new Exporter(() => new Promise(() => {}))
    new Span('a'.repeat(32), null, 'one', 'internal', null, (span) => stuck.add(span)).end()
    const ended = stuck.end(1_000).then(() => clock.monotonic())
    expect(await clock.during(ended, 100)).toBe(1_000)
  })
})
