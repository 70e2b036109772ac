import { describe, expect, test, vi } from 'vitest'
import type { SavedPage, SavedPages } from './saved-pages'

const one: SavedPage = { kind: 'owner', text: 'A', href: '/owner/A', network: 'sandbox' }
const two: SavedPage = { kind: 'account', text: 'B', href: '/account/B?owner=A', network: 'sandbox', note: 'filtered' }

/** What a browser keeps; `refuses` as in private mode, or with a full store. */
function browserThat({ keeps = null, refuses = false }: { keeps?: string | null; refuses?: boolean } = {}) {
  const storage = { text: keeps }
  const localStorage = {
    getItem: () => {
      if (refuses) throw new DOMException('denied', 'SecurityError')
      return storage.text
    },
    setItem: (_: string, text: string) => {
      if (refuses) throw new DOMException('full', 'QuotaExceededError')
      storage.text = text
    },
  }
  vi.stubGlobal('localStorage', localStorage)
  return storage
}

let pages = 0

/** The module as a newly opened page has it: a copy of its own, the others of this process stay. */
const opened = (): Promise<typeof import('./saved-pages')> =>
  import(/* @vite-ignore */ `./saved-pages.ts?page=${++pages}`)

function written(storage: { text: string | null }): Omit<SavedPages, 'persisted'> {
  return JSON.parse(storage.text ?? 'null')
}

describe('what a reader visited and watched', () => {
  test('is kept newest first, each page once, and survives a new page', async () => {
    const browser = browserThat()
    const { visit } = await opened()
    visit(one)
    visit(two)
    visit(one)
    expect(written(browser)).toEqual({ recent: [one, two], watched: [], labels: {} })
    const { watch, unwatch, clearRecent } = await opened()
    watch(two)
    expect(written(browser)).toEqual({ recent: [one, two], watched: [two], labels: {} })
    clearRecent()
    expect(written(browser)).toEqual({ recent: [], watched: [two], labels: {} })
    unwatch(two)
    expect(written(browser).watched).toEqual([])
  })

  test('is the same page only on the same network', async () => {
    const browser = browserThat()
    const { visit } = await opened()
    visit(one)
    visit({ ...one, network: 'devnet' })
    expect(written(browser).recent).toHaveLength(2)
  })

  test('keeps twelve recent pages', async () => {
    const browser = browserThat()
    const { visit } = await opened()
    for (let i = 0; i < 30; i++) visit({ ...one, href: `/owner/${i}` })
    expect(written(browser).recent.map(({ href }) => href)).toEqual(
      Array.from({ length: 12 }, (_, i) => `/owner/${29 - i}`),
    )
  })

  test('does nothing worse than forget where the browser keeps nothing', async () => {
    browserThat({ refuses: true })
    const { visit, watch, clearRecent } = await opened()
    expect(() => {
      visit(one)
      watch(two)
      clearRecent()
    }).not.toThrow()
  })

  test.each(['', 'null', '7', '{', '{"recent":7}', '{"recent":[null,1,{}],"watched":{}}'])(
    'starts anew where %j was kept',
    async (keeps) => {
      const browser = browserThat({ keeps })
      const { visit } = await opened()
      visit(one)
      expect(written(browser)).toEqual({ recent: [one], watched: [], labels: {} })
    },
  )

  test.each(['javascript:alert(1)', '//evil.example', 'https://evil.example', '/\\evil.example', '/'])(
    'takes no entry that leads to %j',
    async (href) => {
      const browser = browserThat({ keeps: JSON.stringify({ recent: [{ ...one, href }], watched: [two] }) })
      const { visit } = await opened()
      visit(one)
      expect(written(browser)).toEqual({ recent: [one], watched: [two], labels: {} })
    },
  )
})

describe('what counts as a saved page', () => {
  test.each(['owner', 'delegate', 'wallet', 'account', 'tx'])('a page of the kind %s', async (kind) => {
    expect((await opened()).isSavedPage({ ...one, kind })).toBe(true)
  })

  test.each(['latest', 'status', '', 7, undefined])('nothing of the kind %j', async (kind) => {
    expect((await opened()).isSavedPage({ ...one, kind })).toBe(false)
  })
})
