import { TOKEN_PROGRAM } from '@/lib/protocol/light/token-program'
import { expect, test } from './test'

const OWNER = `/owner/${TOKEN_PROGRAM}`

const PAGES: [path: string, names: RegExp][] = [
  ['/owner/short', /owner must be an address/],
  ['/owner/0OIl', /base58 alphabet/],
  [`/delegate/${'1'.repeat(45)}`, /at most 44/],
  ['/account/abc', /hash must be a hash/],
  ['/tx/abc', /signature must be a transaction signature/],
  [`${OWNER}?limit=1001`, /limit must be a whole number from 1 to 1000/],
  [`${OWNER}?limit=1e3`, /limit/],
  [`${OWNER}?limit=10&limit=25`, /limit must be given once/],
  [`${OWNER}?cursor=nonsense`, /cursor must be a cursor from an earlier page/],
  [`${OWNER}?filter=abc`, /filter must be <offset>:<base58>/],
  [`${OWNER}?filter=-1:abc`, /filter/],
  [`${OWNER}?${Array.from({ length: 6 }, () => 'filter=0:a').join('&')}`, /at most 5/],
  [`${OWNER}?slice=0:0`, /slice must be <offset>:<length>/],
  ['/latest?cursor=zz', /cursor/],
  ['/latest?cluster=nowhere', /cluster must be one of sandbox/],
  [`/delegate/${TOKEN_PROGRAM}?mint=xyz`, /mint must be an address/],
]

const wordsOf = (html = '') =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')

test('a malformed link is a 400 with a full page that names what is wrong and what is allowed', async ({ request }) => {
  for (const [path, names] of PAGES) {
    const response = await request.get(path)
    expect(response.status(), path).toBe(400)
    const html = (await response.text()).replaceAll(/<script\b.*?<\/script>/gs, '')
    const [alert] = /<section role="alert".*?<\/section>/s.exec(html) ?? []
    expect(wordsOf(alert), path).toMatch(/^Invalid link/)
    expect(wordsOf(alert), path).toMatch(names)
    const badge = html.match(/<a [^>]*href="\/status[^"]*".*?<\/a>/gs) ?? []
    expect(badge.map(wordsOf), path).toContainEqual(expect.stringMatching(/^Indexer /))
  }
})

test('a link that took what stood around it along leads to what was meant, and never in a circle', async ({
  request,
  baseURL,
}) => {
  const tx = `/tx/${'5'.repeat(87)}`
  const meant: [from: string, to: string][] = [
    [`${tx}.`, tx],
    [`${tx})`, tx],
    [`${tx}%E2%80%8B`, tx],
    [`/wallet/${TOKEN_PROGRAM}%20`, `/wallet/${TOKEN_PROGRAM}`],
    [`/delegate/(${TOKEN_PROGRAM}`, `/delegate/${TOKEN_PROGRAM}`],
    [`${OWNER}?limit=10&cluster=sandbox).`, `${OWNER}?limit=10&cluster=sandbox`],
    [`${OWNER}.atom)`, `${OWNER}.atom`],
    ['/latest?sort=-slot,', '/latest?sort=-slot'],
    ['/status.', '/status'],
  ]
  for (const [from, to] of meant) {
    const response = await request.get(from, { maxRedirects: 0 })
    expect(response.status(), from).toBe(308)
    expect(new URL(response.headers().location ?? '', baseURL).href, from).toBe(new URL(to, baseURL).href)
    expect((await request.get(to, { maxRedirects: 0 })).status(), to).toBe(200)
  }
  for (const path of ['/nowhere.', '//evil.example/latest.', `${OWNER}?cluster=nowhere.`]) {
    expect((await request.get(`${baseURL}${path}`)).status(), path).toBeGreaterThanOrEqual(400)
  }
})

test('a link that holds an identifier where another thing belongs offers it, and counts characters as they are seen', async ({
  page,
}) => {
  await page.goto(`/wallet/of-${TOKEN_PROGRAM}%E2%80%8B%C3%A9x`)
  const notice = page.getByRole('alert').filter({ hasText: 'Invalid link' })
  await expect(notice).toContainText('it has 48 characters')
  await notice.getByRole('link', { name: TOKEN_PROGRAM }).click()
  await expect(page).toHaveURL(new RegExp(`(?:q=|/)${TOKEN_PROGRAM}`))
})
