import { describe, expect, test, vi } from 'vitest'
import type { SavedPage, SavedPages } from './saved-pages'

const A = 'A'.repeat(43)
const B = 'B'.repeat(44)
const one: SavedPage = { kind: 'owner', text: A, href: `/owner/${A}`, network: 'sandbox' }
const two: SavedPage = {
  kind: 'account',
  text: B,
  href: `/account/${B}?owner=${A}`,
  network: 'sandbox',
  note: 'filtered',
}

function browserThat({ keeps = null }: { keeps?: string | null } = {}) {
  const storage = { text: keeps }
  vi.stubGlobal('localStorage', {
    getItem: () => storage.text,
    setItem: (_: string, text: string) => {
      storage.text = text
    },
  })
  return storage
}

let pages = 0

/** A fresh module per opened page. */
const opened = (): Promise<typeof import('./saved-pages')> =>
  import(/* @vite-ignore */ `./saved-pages.ts?page=${++pages}`)

function written(storage: { text: string | null }): Omit<SavedPages, 'persisted'> {
  return JSON.parse(storage.text ?? 'null')
}

describe('what a reader visited and watched', () => {
  test('is kept newest first, each page once, and survives a new page', async () => {
    const browser = browserThat()
    const { addVisit } = await opened()
    addVisit(one)
    addVisit(two)
    addVisit(one)
    expect(written(browser)).toEqual({ recent: [one, two], watched: [], labels: {} })
    const { setWatched, clearRecent } = await opened()
    setWatched(two, true)
    expect(written(browser)).toEqual({ recent: [one, two], watched: [two], labels: {} })
    clearRecent()
    expect(written(browser)).toEqual({ recent: [], watched: [two], labels: {} })
    setWatched(two, false)
    expect(written(browser).watched).toEqual([])
  })

  test('is the same page only on the same network', async () => {
    const browser = browserThat()
    const { addVisit } = await opened()
    addVisit(one)
    addVisit({ ...one, network: 'devnet' })
    expect(written(browser).recent).toHaveLength(2)
  })

  test('keeps twelve recent pages', async () => {
    const browser = browserThat()
    const { addVisit } = await opened()
    for (let i = 0; i < 30; i++) addVisit({ ...one, href: `/owner/${A}?filter=${i}:2` })
    expect(written(browser).recent.map(({ href }) => href)).toEqual(
      Array.from({ length: 12 }, (_, i) => `/owner/${A}?filter=${29 - i}:2`),
    )
  })

  test.each(['', 'null', '7', '{', '{"recent":7}', '{"recent":[null,1,{}],"watched":{}}'])(
    'starts anew where %j was kept',
    async (keeps) => {
      const browser = browserThat({ keeps })
      const { addVisit } = await opened()
      addVisit(one)
      expect(written(browser)).toEqual({ recent: [one], watched: [], labels: {} })
    },
  )

  test('is read as an import is: what is wrong is left out, what is too much is cut', async () => {
    const wrong = [
      { ...one, href: 'https://evil.example' },
      { ...one, href: `/owner/${B}` },
      { ...one, text: B },
    ]
    const dirty = { ...two, note: ` fil\u202etered ${'x'.repeat(100)}`, evil: 'x' }
    const many = Array.from({ length: 300 }, (_, i) => ({ ...one, href: `/owner/${A}?filter=${i}:2` }))
    const browser = browserThat({
      keeps: JSON.stringify({ recent: [...wrong, ...many], watched: [dirty, ...wrong, ...many] }),
    })
    const { savedPages, addVisit } = await opened()
    const cleaned = { ...two, note: `fil tered ${'x'.repeat(30)}` }
    expect(savedPages().recent).toEqual(many.slice(0, 12))
    expect(savedPages().watched).toEqual([cleaned, ...many.slice(0, 199)])
    addVisit(one)
    expect(written(browser).watched).toEqual(savedPages().watched)
  })
})

describe('a saved page out of foreign text', () => {
  const SIGNATURE = 'S'.repeat(88)
  const of = (kind: string, text: string) => ({ kind, text, href: `/${kind}/${text}`, network: 'sandbox' })
  const right = [of('owner', A), of('delegate', A), of('wallet', A), of('account', B), of('tx', SIGNATURE)]
  const FILTERS = Array.from({ length: 5 }, (_, i) => `filter=${i}:${'9'.repeat(350)}`).join('&')

  test.each([
    ...right,
    { ...one, href: `/owner/${A}?filter=32:${B}&slice=0:8&cluster=sandbox` },
    { ...one, href: `/owner/${A}?${FILTERS}` },
    { ...one, network: 'mainnet-beta', href: `/owner/${A}?cluster=mainnet-beta`, note: 'filtered' },
    two,
  ])('is taken as it is where it is one of ours: $href', async (page) => {
    expect((await opened()).readSavedPage(page)).toEqual(page)
  })

  test.each(['latest', 'status', 'toString', '', 7, undefined])('is none of the kind %j', async (kind) => {
    expect((await opened()).readSavedPage({ ...one, kind })).toBeNull()
  })

  test.each([
    'javascript:alert(1)',
    '//evil.example',
    `//evil.example/owner/${A}`,
    `https://evil.example/owner/${A}`,
    '/\\evil.example',
    '/',
    '',
    7,
    undefined,
    `/owner/${B}`,
    `/owner/${A}A`,
    `/owner/${A}/../${B}`,
    `/owner/${A}/`,
    `/owner/${A}#/owner/${B}`,
    `/owner/${A}?x=\u202e`,
    `/owner/${A}?x=\n`,
    `/owner/${A}?x=<b>`,
    `/owner/${A}\\?x`,
    `/owner/%41${A.slice(1)}`,
    `/OWNER/${A}`,
    `/wallet/${A}`,
    `/tx/${A}`,
    `/owner/${A}?x=${'x'.repeat(9_000)}`,
    ` /owner/${A}`,
  ])('is none whose link leads elsewhere than its text says: %j', async (href) => {
    expect((await opened()).readSavedPage({ ...one, href })).toBeNull()
  })

  test('is none whose text is of another kind, or no identifier', async () => {
    const { readSavedPage } = await opened()
    const texts = ['', 'x', 'USDC', A.slice(12), `${A} `, `\u202e${A}`, '0'.repeat(43), 'A'.repeat(89), 7, null]
    for (const text of [...texts, SIGNATURE]) expect(readSavedPage({ ...of('owner', String(text)), text })).toBeNull()
    expect(readSavedPage(of('account', SIGNATURE))).toBeNull()
    expect(readSavedPage(of('tx', A))).toBeNull()
    for (const value of [null, 7, 'x', undefined, []]) expect(readSavedPage(value)).toBeNull()
  })

  test.each(['', ' ', 'a b', '\u202esandbox', 'x'.repeat(41), 'сandbox', '-x', '<b>', 7, null])(
    'is none whose network cannot be called so: %j',
    async (network) => expect((await opened()).readSavedPage({ ...one, network })).toBeNull(),
  )

  test('is none whose link leads to another network than it shows', async () => {
    const { readSavedPage } = await opened()
    for (const query of ['cluster=devnet', 'cluster=sandbox&cluster=devnet', 'cl%75ster=devnet', 'cluster=']) {
      expect(readSavedPage({ ...one, href: `/owner/${A}?${query}` })).toBeNull()
    }
  })

  test('has a note that is cleaned and cut as a label is, and no member that is not its own', async () => {
    const { readSavedPage } = await opened()
    const noted = (note: unknown) => readSavedPage({ ...one, note, evil: 'x', __proto__: null })
    expect(noted(`a\u202e\n\u2066b\u0000 ${'é'.repeat(60)}`)).toEqual({ ...one, note: `a b ${'é'.repeat(36)}` })
    expect(noted(' \u200b ')).toEqual(one)
    expect(noted(7)).toBeNull()
  })
})
