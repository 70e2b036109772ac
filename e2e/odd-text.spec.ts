import { expect, test } from '@playwright/test'
import { type Leafscan, startLeafscan } from './leafscan'
import { addressOf, makeAccounts, makeTokenAccounts, signatureOf } from './stand-in/fixtures'
import { StandIn } from './stand-in/stand-in'

const OWNER = addressOf('owner')
const DELEGATE = addressOf('delegate')

/** Turns what follows around, joins and hides characters, and is markup. */
const NASTY = '\u202Eevil\u2066\u200D\uFEFF\u001B[31m<img src=x onerror=alert(1)>"\'</script>'

let indexer: StandIn
let leafscan: Leafscan

test.beforeAll(async () => {
  test.setTimeout(150_000)
  const [odd, plain] = makeAccounts(OWNER, 2)
  const [oddToken, plainToken] = makeTokenAccounts(DELEGATE, 2)
  if (!odd?.data || !plain || !oddToken || !plainToken) throw new Error('fixtures')
  indexer = await new StandIn({ paging: 'opaque' }).start()
  const value = (items: unknown[]) => ({ context: { slot: 418_890_000 }, value: { items, cursor: null } })
  const answers = {
    getCompressedAccountsByOwner: value([
      { ...odd, hash: NASTY, address: NASTY, tree: NASTY, data: { ...odd.data, data: NASTY, dataHash: NASTY } },
      plain,
    ]),
    getCompressedTokenAccountsByDelegate: value([
      { ...oddToken, tokenData: { ...oddToken.tokenData, state: NASTY, tlv: NASTY, mint: NASTY, owner: NASTY } },
      plainToken,
    ]),
    getLatestCompressionSignatures: value([
      { signature: NASTY, slot: 9, blockTime: 0 },
      { signature: signatureOf('plain'), slot: 8, blockTime: 0 },
    ]),
  } as const
  const edit = (answer: string) => {
    const { context } = JSON.parse(answer).result ?? {}
    const [, result] = Object.entries(answers).find(([method]) => method === indexer.requests.at(-1)?.method) ?? []
    return context && result ? JSON.stringify({ ...JSON.parse(answer), result }) : answer
  }
  indexer.fail({ kind: 'edit', edit })
  leafscan = await startLeafscan({ INDEXER_URL: indexer.url })
})

test.afterAll(async () => {
  await leafscan?.stop()
  await indexer?.stop()
})

for (const [path, table] of [
  [`/owner/${OWNER}`, 'Compressed accounts'],
  [`/delegate/${DELEGATE}`, 'Token accounts'],
  ['/latest', 'Signatures'],
] as const) {
  test(`F35 ${table} with direction marks, control characters and markup: inert, apart, in place`, async ({ page }) => {
    const said: string[] = []
    page.on('dialog', async (dialog) => {
      said.push(dialog.message())
      await dialog.dismiss()
    })
    page.on('pageerror', (error) => said.push(error.message))
    await page.goto(leafscan.url + path)
    const rows = page.getByRole('table', { name: table }).locator('tbody').getByRole('row')
    await expect(rows.first()).toBeVisible()
    await expect(page.locator('img[src="x"]')).toHaveCount(0)
    // Whatever can turn text around stands in an element of its own that keeps it in.
    const loose = await page.evaluate(() => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const found: string[] = []
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const parent = node.parentElement
        if (!/[\u202A-\u202E\u2066-\u2069]/.test(node.textContent ?? '') || !parent || parent.closest('script'))
          continue
        const isolates = (element: Element) => getComputedStyle(element).unicodeBidi.startsWith('isolate')
        let at: Element | null = parent
        while (at && !isolates(at) && getComputedStyle(at).display === 'inline') at = at.parentElement
        if (!at || !(isolates(at) || at.childElementCount === 0)) found.push(`${parent.tagName}: ${node.textContent}`)
      }
      return found
    })
    expect(loose).toEqual([])
    // The cells of the odd row stand where those of the plain one do.
    const lefts = (row: number) =>
      rows
        .nth(row)
        .getByRole('cell')
        .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().left)))
    const [odd, plain] = [await lefts(0), await lefts(1)]
    expect(odd.length).toBeGreaterThan(1)
    expect(odd).toEqual(plain)
    expect(said).toEqual([])
  })
}
