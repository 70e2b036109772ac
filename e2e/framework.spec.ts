import { addressOf, makeAccounts } from '@/lib/testing/stand-in/fixtures'
import { expect, test } from './live'

/* What lib/server/framework relies on in Next.js: docs/architecture.md. */

const OWNER = addressOf('owner')

const STATE = encodeURIComponent(
  JSON.stringify([
    '',
    { children: ['owner', { children: [['owner', OWNER, 'd', null], { children: ['__PAGE__', {}] }] }] },
  ]),
)

test('tags of scripts are recognised: scripts wait (paint-first.ts)', async ({ live }) => {
  for (const path of ['/', '/latest', `/owner/${OWNER}`, '/no-such-page']) {
    const html = await (await fetch(live.url + path)).text()
    expect(html, path).not.toMatch(/<script(?![^>]* noModule)[^>]* src=|<link[^>]* as="script"/)
    expect(html, path).toMatch(/\(\["\/_next\/static\/chunks\/[^"]+\.js"(?:,"[^"]+")+\]\)<\/script>/)
  }
})

test('a page is painted before any of its scripts is fetched (paint-first.ts)', async ({ live, page }) => {
  await page.goto(live.url)
  await page.waitForFunction(() => document.querySelectorAll('head > script[src]').length > 5)
  const [paintedMs, firstMs] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
    Math.min(
      ...performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ startTime }) => startTime),
    ),
  ])
  expect(firstMs).toBeGreaterThanOrEqual(paintedMs ?? 0)
})

test('a navigation is told by its headers and answered without HTML (clean-request.ts)', async ({ live }) => {
  const net = await live.network('framework', { accounts: makeAccounts(OWNER, 3) })
  const target = live.url + net.path(`/owner/${OWNER}`)
  // Next.js redirects to an address with a digest of the headers.
  const answer = await fetch(target, { headers: { rsc: '1', 'next-router-state-tree': STATE } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/x-component')
  expect(await answer.text()).not.toContain('<html')
  await net.leave()
})

test('a range of a file is passed over, and is never an error (clean-request.ts)', async ({ live }) => {
  const [, file = ''] = /"(\/_next\/static\/chunks\/[^"]+\.js)"/.exec(await (await fetch(live.url)).text()) ?? []
  const ask = async (path: string, range: string) => {
    const answer = await fetch(live.url + path, { headers: { range } })
    await answer.arrayBuffer()
    return answer.status
  }
  for (const range of ['bytes=0-9', 'bytes=99999999-', 'bytes=-0', 'bytes=-99999999', 'bytes=x', 'bytes=9-1']) {
    expect(await ask(file, range), range).toBe(200)
  }
  for (const path of ['/_next/static/nothing.js', '/_next/static/chunks', `${file}%2f`, `/${file}`]) {
    expect(await ask(path, 'bytes=99999999-'), path).toBeLessThan(500)
  }
})

test('a place that nobody made costs no error (clean-request.ts)', async ({ live }) => {
  const deep = `${'["",{"children":'.repeat(500)}["",{}]${'}]'.repeat(500)}`
  for (const state of ['nonsense', '{}', '[]', '[1,2]', '["",{"children":[7,{}]}]', '%', deep.slice(-8_000), deep]) {
    const answer = await fetch(`${live.url}/help`, { headers: { rsc: '1', 'next-router-state-tree': state } })
    expect(answer.status, state).toBe(200)
  }
})

test('a route handler’s answer has its length and its coding, which the framework drops (listener.ts)', async ({
  live,
}) => {
  const ask = (samples: number, coding: string) =>
    fetch(`${live.url}/api/v1/status?samples=${samples}`, { headers: { 'accept-encoding': coding }, method: 'HEAD' })
  const [plain, packed] = [await ask(41, 'identity'), await ask(42, 'gzip')]
  expect(Number(plain.headers.get('content-length'))).toBeGreaterThan(1_000)
  expect(plain.headers.has('content-encoding')).toBe(false)
  expect(Number(packed.headers.get('content-length'))).toBeGreaterThan(100)
  expect(packed.headers.get('content-encoding')).toBe('gzip')
})

test('files of the build lie where the server counts them (clean-request.ts)', async ({ live }) => {
  const html = await (await fetch(live.url)).text()
  const [file] = /\/_next\/static\/chunks\/[^"]+\.js/.exec(html) ?? []
  const answer = await fetch(live.url + file)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toContain('immutable')
})
