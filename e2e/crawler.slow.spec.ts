import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf, hashOf, makeAccounts, makeTokenAccounts, signatureOf } from '@/lib/testing/stand-in/fixtures'
import { SITE } from '@/lib/testing/world/site'
import { expect, test } from './live'

/* Pages without scripts. Issue 4, "Must show" 2; facts/reliability.md (e) S08, S10. */

const OWNER = addressOf('crawled owner')
const DELEGATE = addressOf('crawled delegate')
const LIVE = hashOf('crawled, live')
const CONSUMED = hashOf('crawled, consumed')
const SIGNATURE = signatureOf('signature')

const AGENTS = [
  'Twitterbot/1.0',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'TelegramBot (like TwitterBot)',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36',
]

let explorerUrl: string
let later: string

test.beforeAll(async ({ live }) => {
  const at = (seed: string, slot: number) => ({ signature: signatureOf(seed), slot, blockTime: 1_763_600_000 })
  await live.addRows({
    accounts: makeAccounts(OWNER, 120),
    tokenAccounts: makeTokenAccounts(DELEGATE, 12),
    signatures: { [LIVE]: [at('a', 100)], [CONSUMED]: [at('c', 300), at('b', 200)] },
  })
  explorerUrl = live.url
  const answer = await fetch(`${live.url}/api/v1/getCompressedAccountsByOwner?owner=${OWNER}&limit=50`)
  const { result } = (await answer.json()) as { result: { value: { cursor: string } } }
  later = `/owner/${OWNER}?cursor=${result.value.cursor}`
})

interface Head {
  status: number
  titles: string[]
  named: Record<string, string[]>
  canonical: string[]
  feeds: string[]
}

async function headOf(path: string, headers: Record<string, string> = {}): Promise<Head> {
  const response = await fetch(explorerUrl + path, { headers: { 'user-agent': AGENTS[0] ?? '', ...headers } })
  const html = await response.text()
  const head = html.slice(html.indexOf('<head>'), html.indexOf('</head>'))
  const rest = html.slice(html.indexOf('</head>')).replaceAll(/<script\b.*?<\/script>/gs, '')
  expect(rest, path).not.toMatch(/<meta (name|property)=|<link rel="canonical"|<title(?!>Leafscan<|\s)/)
  const named: Head['named'] = {}
  for (const [, name = '', content = ''] of head.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)) {
    named[name] = [...(named[name] ?? []), content]
  }
  const links = (pattern: RegExp) => [...head.matchAll(pattern)].map(([, href = '']) => unescaped(href))
  return {
    status: response.status,
    titles: links(/<title>([^<]*)<\/title>/g),
    named,
    canonical: links(/<link rel="canonical" href="([^"]*)"/g),
    feeds: links(/<link rel="alternate" type="application\/atom\+xml" href="([^"]*)"/g),
  }
}

const unescaped = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')

/** The image is fetched from this explorer, whatever SITE_URL is. */
async function imageOf({ named }: Head) {
  const url = unescaped(named['og:image']?.[0] ?? '')
  expect(url.startsWith(`${SITE}/preview/`), url).toBe(true)
  const response = await fetch(explorerUrl + url.slice(SITE.length))
  const bytes = Buffer.from(await response.arrayBuffer())
  return { response, bytes, url }
}

const ONE_OF_EACH =
  `description og:title og:description og:image og:image:width og:image:height og:image:alt og:type og:site_name
  twitter:card twitter:title twitter:description twitter:image`.split(/\s+/)

const INDEXED: readonly [path: string, title: RegExp][] = [
  ['/', /^Leafscan: /],
  [`/owner/${OWNER}`, /^Accounts of \S{8}…\S{8} · Leafscan$/],
  [`/owner/${OWNER}?cluster=devnet`, /^Accounts of/],
  [`/delegate/${DELEGATE}`, /^Delegated to/],
  [`/account/${LIVE}`, /: created in slot [\d,]+ · Leafscan$/],
  [`/account/${CONSUMED}`, /: consumed · Leafscan$/],
  ['/latest', /^Latest transactions · Leafscan$/],
  ['/status', /^mainnet-beta indexer: \w+/],
  ['/help', /^Help · /],
]

const NOT_INDEXED: readonly [path: () => string, title: RegExp][] = [
  [() => later, /, rows 51 to 100 of 120 · Leafscan$/],
  [() => `/owner/${OWNER}?filter=0:${OWNER}`, /, filtered · Leafscan$/],
  [() => `/owner/${addressOf('nobody')}`, /^Accounts of/],
  [() => `/account/${hashOf('nothing')}`, /: not found · Leafscan$/],
  [() => `/tx/${SIGNATURE}`, /^Transaction \S{8}…\S{8}/],
]

const REFUSED: readonly [path: string, status: number, title: RegExp][] = [
  ['/owner/abc', 400, /^Invalid link/],
  [`/owner/${OWNER}?limit=0`, 400, /^Invalid link/],
  ['/latest?cluster=nowhere', 400, /^Invalid link/],
  ['/nothing/here', 404, /^Page not found/],
]

async function expectOneOfEach(head: Head, path: string, title: RegExp): Promise<void> {
  expect(head.titles, path).toHaveLength(1)
  expect(head.titles[0], path).toMatch(title)
  for (const name of ONE_OF_EACH) expect(head.named[name] ?? [], `${name} of ${path}`).toHaveLength(1)
  expect(head.named.description, path).toEqual(head.named['og:description'])
  expect(head.named['twitter:card'], path).toEqual(['summary_large_image'])
  const { response, bytes } = await imageOf(head)
  expect(response.status, path).toBe(200)
  expect(response.headers.get('content-type')).toBe('image/png')
  expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
  expect([head.named['og:image:width'], head.named['og:image:height']]).toEqual([['1200'], ['630']])
  expect(bytes.length, path).toBeLessThan(100_000)
  for (const feed of head.feeds) {
    const read = await fetch(explorerUrl + feed.slice(SITE.length))
    expect(read.headers.get('content-type')).toContain('application/atom+xml')
  }
}

test('every page has one of each tag, its one address, and an image that is a small picture', async () => {
  for (const [path, title] of INDEXED) {
    const head = await headOf(`${path}${path.includes('?') ? '&' : '?'}utm_source=chat`)
    await expectOneOfEach(head, path, title)
    expect(head).toMatchObject({ status: 200, canonical: [`${SITE}${path === '/' ? '' : path}`] })
    expect(head.named.robots, path).toBeUndefined()
  }
  for (const [path, title] of NOT_INDEXED) {
    const head = await headOf(path())
    await expectOneOfEach(head, path(), title)
    expect(head).toMatchObject({ status: 200, canonical: [SITE + path()] })
    expect(head.named.robots, path()).toEqual(['noindex'])
  }
})

test('a page that is none has no address of its own', async () => {
  for (const [path, status, title] of REFUSED) {
    const head = await headOf(path)
    await expectOneOfEach(head, path, title)
    expect(head).toMatchObject({ status, canonical: [] })
    expect(head.named.robots, path).toEqual(['noindex'])
  }
})

test('a page whose indexer fails says so, is left out of indexes, and has an image', async ({ live }) => {
  const net = await live.network('crawled', {})
  try {
    net.indexer.fail(FAULTS.unauthorised)
    const head = await headOf(net.path(`/owner/${OWNER}`))
    expect(head.status).toBe(200)
    expect(head.named.description?.[0]).toContain('Currently unavailable')
    expect(head.named.robots).toEqual(['noindex'])
    for (const name of ONE_OF_EACH) expect(head.named[name] ?? [], name).toHaveLength(1)
    const { response, bytes } = await imageOf(head)
    expect(response.status).toBe(200)
    expect(bytes.length).toBeLessThan(100_000)
  } finally {
    await net.leave()
  }
})

test('every agent gets the same head, in the head', async () => {
  const paths = ['/help', `/account/${CONSUMED}`, `/tx/${SIGNATURE}`]
  for (const path of paths) {
    const heads = await Promise.all(AGENTS.map((agent) => headOf(path, { 'user-agent': agent })))
    for (const head of heads)
      expect({ ...head, named: withoutSlots(head.named) }).toEqual({
        ...heads[0],
        named: withoutSlots(heads[0]?.named ?? {}),
      })
  }
})

function withoutSlots(named: Head['named']): Head['named'] {
  return JSON.parse(JSON.stringify(named).replaceAll(/slot [\d,]+/g, 'slot')) as Head['named']
}

test('with scripts, the title follows the page, though links are looked at before they are clicked', async ({
  page,
}) => {
  await page.goto(`${explorerUrl}/help`)
  await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Latest', exact: true }).click()
  await expect(page).toHaveTitle('Latest transactions · Leafscan')
  await page.getByRole('link', { name: 'Leafscan, home' }).click()
  await expect(page).toHaveTitle('Leafscan: the ZK Compression explorer for Solana')
})
