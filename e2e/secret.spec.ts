import { FAULTS, type Fault } from '@/lib/testing/stand-in/faults'
import { expect, test } from './page'
import { SecretExplorer, TELLTALE } from './secret-crawl'

let explorer: SecretExplorer

test.beforeAll(async () => {
  test.setTimeout(150_000)
  explorer = await SecretExplorer.start()
})

test.afterAll(async () => explorer?.stop())

test('S03, S09: the indexer’s key shows nowhere, whatever is asked, while the indexer answers or fails; no other host is asked', {
  tag: '@slow',
}, async () => {
  test.setTimeout(120_000)
  const states: [when: string, fault: Fault | null][] = [
    ['refused with the key repeated', TELLTALE],
    ['unauthorised', FAULTS.unauthorised],
    [
      'an HTML page',
      { kind: 'reply', status: 502, body: `<p>${TELLTALE.kind === 'error' ? TELLTALE.message : ''}</p>` },
    ],
    ['fine', null],
    ['server error', FAULTS.serverError],
  ]
  for (const [when, fault] of states) {
    explorer.indexer.fail(fault)
    await explorer.crawl(when)
  }
  expect(await explorer.crawlFiles()).toBeGreaterThan(5)
  // The search itself finds what is there: the stand-in was asked with the key.
  expect(explorer.indexer.requests.some(({ path }) => path.includes('api-key='))).toBe(true)
  expect(explorer.told.some((path) => path.includes('api-key='))).toBe(true)
  expect(explorer.answers.length).toBeGreaterThan(200)
  expect(explorer.leaks()).toEqual([])
  expect(explorer.strangers).toBe(0)
})
