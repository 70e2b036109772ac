import { FAULTS, type Fault } from '@/lib/testing/stand-in/faults'
import { expect, test } from './page'
import { SecretExplorer, TELLTALE } from './secret-crawl'

test('S03, S09: the indexer’s key shows nowhere while every fault is provoked in turn', async () => {
  test.setTimeout(900_000)
  const explorer = await SecretExplorer.start()
  try {
    const named = Object.entries(FAULTS).map(([name, fault]): [string, Fault] => [
      name,
      typeof fault === 'function' ? (fault as (value?: never) => Fault)() : fault,
    ])
    const more: [string, Fault][] = [
      ['refused with the key repeated', TELLTALE],
      ['redirect to itself', { kind: 'reply', status: 302, headers: { location: `${explorer.indexer.url}/CANARY` } }],
      ['drip', { kind: 'drip', everyMs: 500 }],
      ['bomb', { kind: 'gzip-bomb', bytes: 100_000_000 }],
      ['endless', { kind: 'endless' }],
    ]
    for (const [name, fault] of [...named, ...more]) {
      explorer.indexer.fail(fault)
      await explorer.crawl(name)
      expect(explorer.leaks(), name).toEqual([])
    }
    await explorer.indexer.stop()
    await explorer.crawl('stopped')
    expect(await explorer.crawlFiles()).toBeGreaterThan(5)
    expect(explorer.leaks()).toEqual([])
    expect(explorer.strangers).toBe(0)
  } finally {
    await explorer.stop()
  }
})
