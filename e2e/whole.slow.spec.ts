import { expect, test } from './live'
import { addressOf, allRows, lossyAccounts, untilRead } from './whole'

const OWNER = addressOf('owner of 20,000')

test('20,000 accounts with data: 20,000 on the page, each once, proven', { tag: '@slow' }, async ({ page, live }) => {
  test.setTimeout(300_000)
  const net = await live.network('whole-20000', { paging: 'defect', accounts: lossyAccounts(OWNER, 20_000) })
  await page.goto(net.at(`/owner/${OWNER}?whole=true&calls=2000`))
  const start = page.getByRole('button', { name: /Start reading|Continue/ })
  if ((await start.count()) > 0) await start.click()
  await untilRead(page, 'Complete for accounts with data', 240_000)
  const hashes = await allRows(page, net, OWNER, 1000)
  expect(hashes.length).toBe(20_000)
  expect(new Set(hashes)).toEqual(new Set(net.indexer.data.accounts.map(({ hash }) => hash)))
  await net.leave()
})
