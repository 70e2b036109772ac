import { expect, test } from './live'
import { addressOf, lossyAccounts, untilRead } from './whole'

const OWNER = addressOf('owner of 20,000')

const attributeOf = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]

async function hashesFrom(url: string): Promise<string[]> {
  const hashes: string[] = []
  for (let at: string | undefined = url; at !== undefined; ) {
    const html: string = await (await fetch(at)).text()
    const tags = html.match(/<a\b[^>]*>/g) ?? []
    hashes.push(...tags.filter((tag) => tag.includes(' aria-expanded=')).map((tag) => attributeOf(tag, 'id') ?? ''))
    const next = tags.find((tag) => attributeOf(tag, 'rel') === 'next')
    const href = next && attributeOf(next, 'href')?.replaceAll('&amp;', '&')
    at = href && new URL(href, url).href
  }
  return hashes
}

test('20,000 accounts with data: 20,000 on the page, each once, proven', async ({ page, live }) => {
  test.setTimeout(300_000)
  const net = await live.network('whole-20000', { paging: 'defect', accounts: lossyAccounts(OWNER, 20_000) })
  await page.goto(net.at(`/owner/${OWNER}?whole=true&calls=2000&limit=10`))
  await untilRead(page, 'Complete for accounts with data', 240_000)
  await expect(page.getByText('Rows 1–10 of at least 20,000')).toBeVisible()
  const hashes = await hashesFrom(net.at(`/owner/${OWNER}?whole=true&calls=2000&limit=1000`))
  expect(hashes.length).toBe(20_000)
  expect(new Set(hashes)).toEqual(new Set(net.indexer.data.accounts.map(({ hash }) => hash)))
  await net.leave()
})
