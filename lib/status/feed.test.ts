import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readXml, valuesOf } from '@/lib/testing/upstream/read-xml'
import { mergeEntries, writeAllNetworksFeed, writeFeed } from './feed'
import type { RecordedChange } from './history/reader'

const SITE = 'https://leafscan.example:8443'
const SINCE = '2026-11-20T07:00:00.000Z'
const CHANGES: RecordedChange[] = [
  {
    at: '2026-11-20T09:30:00.500Z',
    confirmedAt: '2026-11-20T09:30:10.500Z',
    from: 'frozen',
    to: 'ok',
    summary: 'Indexer healthy. Up to date.',
    incident: null,
  },
  {
    at: '2026-11-20T09:00:00.000Z',
    confirmedAt: '2026-11-20T09:01:00.000Z',
    from: null,
    to: 'frozen',
    summary: 'Slot 5 has not moved for a minute.',
    incident: 'leafscan-devnet-1795165200000',
  },
]

describe('the feed of a network', () => {
  const read = readXml(writeFeed('devnet', CHANGES, SITE, SINCE))

  test('has what RFC 4287 asks of a feed', () => {
    expect(valuesOf(read, 'feed/id')).toEqual(['tag:leafscan.example,2026:8443/status/devnet'])
    expect(valuesOf(read, 'feed/title')).toEqual(['devnet indexer'])
    expect(valuesOf(read, 'feed/updated')).toEqual(['2026-11-20T09:30:10.500Z'])
    expect(valuesOf(read, 'feed/author/name')).toEqual(['Leafscan'])
    expect(valuesOf(read, 'feed/link')).toEqual([
      `rel="self" type="application/atom+xml" href="${SITE}/status.atom?cluster=devnet"`,
      `rel="alternate" type="text/html" href="${SITE}/status?cluster=devnet"`,
    ])
  })

  test('and of an entry: its own id for good, a time, words, a link to what happened around it', () => {
    expect(valuesOf(read, 'feed/entry/title')).toEqual(['devnet: ok, was frozen', 'devnet: frozen'])
    expect(valuesOf(read, 'feed/entry/id')).toEqual([
      'tag:leafscan.example,2026:8443/status/devnet/2026-11-20T09:30:10.500Z/ok',
      'tag:leafscan.example,2026:8443/status/devnet/2026-11-20T09:01:00.000Z/frozen',
    ])
    // To a reader last here at 09:00:30 the frozen verdict is new, though it began before.
    expect(valuesOf(read, 'feed/entry/published')).toEqual(CHANGES.map(({ at }) => at))
    expect(valuesOf(read, 'feed/entry/updated')).toEqual(CHANGES.map(({ confirmedAt }) => confirmedAt))
    expect(valuesOf(read, 'feed/entry/summary')).toContain(
      'Slot 5 has not moved for a minute. Since 2026-11-20 09:00:00, confirmed 2026-11-20 09:01:00 UTC.',
    )
    const [link = ''] = valuesOf(read, 'feed/entry/link')
    const href = new URL(/href="([^"]*)"/.exec(link)?.[1]?.replaceAll('&amp;', '&') ?? '')
    expect(href.pathname).toBe('/status')
    expect(Object.fromEntries(href.searchParams)).toEqual({
      cluster: 'devnet',
      from: '2026-11-20T09:28:00Z',
      to: '2026-11-20T09:32:11Z',
    })
  })

  test('while nothing has changed yet it is a feed all the same', () => {
    const quiet = readXml(writeFeed('devnet', [], SITE, SINCE))
    expect(valuesOf(quiet, 'feed/updated')).toEqual([SINCE])
    expect(quiet.some(([path]) => path === 'feed/entry')).toBe(false)
  })

  test('whatever an indexer says, it stays a document of the same shape', () => {
    const shapeOf = (summary: string) => {
      const [change] = CHANGES
      if (!change) throw new Error('fixture')
      return readXml(writeFeed('devnet', [{ ...change, summary }], SITE, SINCE)).map(([path]) => path)
    }
    const plain = shapeOf('plain')
    const nasty = fc.constantFrom('</summary><entry>', ']]>', '<!--', '&lt;', '&', '"', '\0', '\u202E', '\uD800')
    fc.assert(
      fc.property(
        fc.array(fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 20 })), { minLength: 1, maxLength: 8 }),
        (parts) => {
          expect(shapeOf(`x${parts.join('')}`)).toEqual(plain)
        },
      ),
      { numRuns: 100 },
    )
  })
})

describe('the feed of all networks', () => {
  const change = (minute: number, from: RecordedChange['from'], to: RecordedChange['to']): RecordedChange => {
    const at = (second: string) => `2026-11-20T09:${String(minute).padStart(2, '0')}:${second}.000Z`
    return { at: at('00'), confirmedAt: at('10'), from, to, summary: 'So it is.', incident: null }
  }
  const entries = mergeEntries([
    { network: 'one', changes: [change(0, null, 'ok'), change(10, 'ok', 'behind'), change(40, 'behind', 'ok')] },
    { network: 'two', changes: [change(5, null, 'ok'), change(15, 'ok', 'frozen'), change(50, 'frozen', 'ok')] },
  ])

  test('has the changes of each, newest first, and which was the worst then', () => {
    expect(entries.map(({ network, change, worst }) => [network, change.to, worst.network, worst.verdict])).toEqual([
      ['two', 'ok', 'one', 'ok'],
      ['one', 'ok', 'two', 'frozen'],
      ['two', 'frozen', 'two', 'frozen'],
      ['one', 'behind', 'one', 'behind'],
      ['two', 'ok', 'one', 'ok'],
      ['one', 'ok', 'one', 'ok'],
    ])
  })

  test('has the newest fifty where there are more', () => {
    const changes = Array.from({ length: 60 }, (_, minute) => change(minute, 'ok', 'behind'))
    const minutes = mergeEntries([{ network: 'one', changes }]).map(({ change }) => change.at.slice(14, 16))
    expect(minutes).toHaveLength(50)
    expect([minutes[0], minutes.at(-1)]).toEqual(['59', '10'])
  })

  test('is a feed of its own, whose entries lead to their networks', () => {
    const read = readXml(writeAllNetworksFeed(entries, SITE, SINCE))
    expect(valuesOf(read, 'feed/id')).toEqual(['tag:leafscan.example,2026:8443/status/all'])
    expect(new Set(valuesOf(read, 'feed/entry/id')).size).toBe(entries.length)
    expect(valuesOf(read, 'feed/entry/title').slice(0, 3)).toEqual([
      'two: ok, was frozen',
      'one: ok, was behind; two is frozen',
      'two: frozen, was ok',
    ])
    expect(valuesOf(read, 'feed/entry/category').slice(0, 3)).toEqual(['term="ok"', 'term="frozen"', 'term="frozen"'])
    expect(valuesOf(read, 'feed/entry/link')[1]).toContain('cluster=one')
  })
})
