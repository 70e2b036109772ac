import { TOKEN_PROGRAM } from '@/lib/protocol/light/token-program'
import { makeSignatures } from '@/lib/testing/stand-in/fixtures'
import type { JourneyNetwork } from '@/lib/testing/world/worlds'
import { violationsOn } from './axe'
import { expect, test } from './live'
import { allScriptsRun } from './page'

let net: JourneyNetwork

test.beforeAll(async ({ live }) => {
  net = await live.network('fault-parts', { latest: makeSignatures(60) })
})

test.afterAll(() => net?.leave())

test('a slow indexer: a page on its way says that it is still waited for', async ({ page }) => {
  await page.goto(net.at('/'))
  await allScriptsRun(page)
  net.indexer.fail({ kind: 'slow', ms: 2_500 }, { methods: ['getCompressedAccountsByOwner'] })
  const waiting = page.getByRole('status').filter({ hasText: 'Still waiting for the indexer' })
  // Visible for a second or two: polling may miss it.
  const shown = page.evaluate(
    (words) =>
      new Promise<boolean>((resolve) => {
        const isShown = () =>
          Array.from(document.querySelectorAll('[role=status]')).some(({ textContent }) => textContent.includes(words))
        new MutationObserver(() => isShown() && resolve(true)).observe(document.body, {
          subtree: true,
          childList: true,
        })
      }),
    'Still waiting for the indexer',
  )
  await page.getByRole('link', { name: 'The token program' }).click()
  expect(await shown).toBe(true)
  expect(await violationsOn(page)).toEqual([])
  await expect(page.getByRole('heading', { name: TOKEN_PROGRAM })).toBeVisible()
  await expect(waiting).toHaveCount(0)
})
