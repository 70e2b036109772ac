import { expect, type Page, test } from '@playwright/test'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf, makeAccounts, makeSignatures, STILL_TIME } from '@/lib/testing/stand-in/fixtures'
import { StandIn } from '@/lib/testing/stand-in/stand-in'
import { startExplorer } from '@/lib/testing/world/explorer'
import { SITE } from '@/lib/testing/world/site'
import { allScriptsRun } from './page'

/* A browser that translates a page replaces its text nodes. */

const SLOT = 418_890_000
const STEP_MS = 5_000
const owner = addressOf('translated')

function translate(page: Page): Promise<void> {
  return page.evaluate(() => {
    const font = (inner: string | Node) => {
      const element = document.createElement('font')
      element.append(inner)
      return element
    }
    const translateIn = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts = root instanceof Text ? [root] : []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) {
        const isLeft = text.parentElement?.closest('script, style, textarea, code, font, [translate=no]') ?? null
        if (isLeft === null && text.isConnected && text.data.trim() !== '') text.replaceWith(font(font(text.data)))
      }
    }
    translateIn(document.body)
    new MutationObserver((records) => {
      for (const { addedNodes } of records) for (const node of addedNodes) translateIn(node)
    }).observe(document.body, { childList: true, subtree: true })
  })
}

const HISTORY = 'section[aria-labelledby=history]'
const LIST_LINE = 'main [data-slot]'
const BANNER = 'aside[aria-label="Indexer status"]'

const PAGES = {
  '/status?range=5m': ['section[aria-label="Current status"]', `${HISTORY} > div:first-of-type`, `${HISTORY} ul`],
  '/': ['p:has(a[href^="/status"])', 'main dl', LIST_LINE],
  [`/owner/${owner}`]: [BANNER, LIST_LINE],
}

const badge = (page: Page) => page.locator('.site-badge')

async function said(page: Page, places: readonly string[]): Promise<string[]> {
  const parts = await page.locator(['.site-badge', ...places].join(', ')).allInnerTexts()
  return parts.map((part) => part.replace(/\s+/g, ' ').trim())
}

test('a translated page says what the page itself says, through ok, unreachable and ok', async ({ browser }) => {
  const indexer = new StandIn({
    slot: SLOT,
    accounts: makeAccounts(owner, 3),
    latest: makeSignatures(30, SLOT, STILL_TIME),
  })
  await indexer.start()
  let nowMs = STILL_TIME * 1_000
  const explorer = await startExplorer(
    { stillAt: nowMs },
    { INDEXER_PATH: 'method', INDEXER_URL: `main=${indexer.url}`, SITE_URL: SITE },
  )
  const contexts = await Promise.all([browser.newContext(), browser.newContext()])
  const errors: string[] = []
  const pairs = await Promise.all(
    Object.entries(PAGES).map(async ([path, places]) => {
      const [plain, translated] = await Promise.all(contexts.map((context) => context.newPage()))
      if (!plain || !translated) throw new Error('there are no pages')
      return { path, places, plain, translated }
    }),
  )
  const pages = pairs.flatMap(({ plain, translated }) => [plain, translated])

  const check = async (times: number, slots: number) => {
    for (let i = 0; i < times; i++) {
      indexer.data.slot += slots
      nowMs += STEP_MS
      await explorer.send({ do: 'advance', ms: STEP_MS })
      await expect(async () => {
        const { checkedAt } = await (await fetch(`${explorer.url}/api/v1/status`)).json()
        expect(Date.parse(checkedAt)).toBe(nowMs)
      }).toPass({ intervals: [10] })
    }
    await Promise.all(pages.map((page) => page.clock.setFixedTime(nowMs)))
  }
  const agree = async (verdict: RegExp) => {
    await Promise.all(
      pairs.map(async ({ path, places, plain, translated }) => {
        await expect(badge(plain), path).toHaveText(verdict)
        await expect(async () => {
          expect(await said(translated, places), path).toEqual(await said(plain, places))
        }).toPass({ timeout: 20_000, intervals: [100] })
      }),
    )
    expect(errors).toEqual([])
  }

  await check(3, 12)
  await Promise.all(
    pairs.map(async ({ path, plain, translated }) => {
      for (const page of [plain, translated]) {
        page.on('pageerror', ({ message }) => errors.push(`${path}: ${message}`))
        await page.goto(explorer.url + path)
        await allScriptsRun(page)
      }
      await translate(translated)
    }),
  )
  await agree(/ok.*418,890,036/)
  indexer.fail(FAULTS.serverError)
  await check(6, 0)
  await agree(/unreachable for \d+ s.*418,890,036/)
  indexer.fail(null)
  await check(6, 12)
  await agree(/ok.*418,890,108/)
  for (const context of contexts) await context.close()
  await explorer.stop()
  await indexer.stop()
})
