import { FAULTS, type Fault } from '@/lib/testing/stand-in/faults'
import { ALERTS_REFUSED } from '@/lib/testing/world/live-world'
import { expect, test } from './live'
import { Crawl, ROWS, TELLTALE } from './secret-crawl'

test('S03, S09: the indexer’s key shows nowhere while every fault is provoked in turn', async ({ live }) => {
  test.setTimeout(1_800_000)
  const net = await live.network(ALERTS_REFUSED, ROWS, { alone: true })
  try {
    const crawl = new Crawl(live, net)
    const named = Object.entries(FAULTS).map(([name, fault]): [string, Fault] => [
      name,
      typeof fault === 'function' ? (fault as (value?: never) => Fault)() : fault,
    ])
    const more: [string, Fault | null][] = [
      ['refused with the key repeated', TELLTALE],
      ['redirect to itself', { kind: 'reply', status: 302, headers: { location: `${net.indexer.url}/CANARY` } }],
      ['drip', { kind: 'drip', everyMs: 500 }],
      ['bomb', { kind: 'gzip-bomb', bytes: 100_000_000 }],
      ['endless', { kind: 'endless' }],
      ['fine', null],
    ]
    for (const [name, fault] of [...named, ...more]) {
      net.indexer.fail(fault)
      await crawl.everything(name)
      expect(await crawl.leaks(), name).toEqual([])
    }
    // The search itself finds what is there: the stand-in was asked with the key, and the webhook told with its own.
    expect(net.indexer.requests.some(({ path }) => path.includes('api-key='))).toBe(true)
    const refused = async () =>
      (await live.seen()).alerts.filter(({ path, body }) => body.network === net.name && path.includes('api-key='))
    await expect.poll(refused).not.toEqual([])
    await net.indexer.stop()
    await crawl.everything('stopped')
    expect(await crawl.files()).toBeGreaterThan(5)
    crawl.processes()
    expect(crawl.answers.length).toBeGreaterThan(200)
    expect(await crawl.leaks()).toEqual([])
  } finally {
    await net.leave()
  }
})
