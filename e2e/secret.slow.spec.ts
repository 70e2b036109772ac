import type { Fault } from '@/lib/testing/stand-in/faults'
import { ALERTS_REFUSED } from '@/lib/testing/world/live-world'
import { expect, test } from './live'
import { Crawl, ROWS, TELLTALE } from './secret-crawl'

test('S03, S09: the indexer’s key shows nowhere, whatever is asked, while the indexer answers or fails', async ({
  live,
}) => {
  const net = await live.network(ALERTS_REFUSED, ROWS)
  try {
    const crawl = new Crawl(live, net)
    // Every other fault: secret.nightly.spec.ts.
    const states: [when: string, fault: Fault | null][] = [
      ['refused with the key repeated', TELLTALE],
      ['an HTML page', { kind: 'reply', status: 502, body: `<p>${TELLTALE.message}</p>` }],
      ['fine', null],
    ]
    for (const [when, fault] of states) {
      net.indexer.fail(fault)
      await crawl.everything(when)
    }
    expect(await crawl.files()).toBeGreaterThan(5)
    crawl.processes()
    // The search itself finds what is there: the stand-in was asked with the key, and the webhook told with its own.
    expect(net.indexer.requests.some(({ path }) => path.includes('api-key='))).toBe(true)
    const refused = async () =>
      (await live.seen()).alerts.filter(({ path, body }) => body.network === net.name && path.includes('api-key='))
    await expect.poll(refused).not.toEqual([])
    expect(crawl.answers.length).toBeGreaterThan(200)
    expect(await crawl.leaks()).toEqual([])
  } finally {
    await net.leave()
  }
})
