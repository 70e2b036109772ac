import { expect, type Locator, type Page } from '@playwright/test'

/** The page's clock runs fast while something is awaited, so that the feed polls at once. */
export class FeedReader {
  readonly pause: Locator
  readonly show: Locator
  readonly rows: Locator

  constructor(
    readonly page: Page,
    private readonly indexerUrl: string,
  ) {
    this.pause = page.getByRole('button', { name: 'Pause' })
    this.show = page.getByRole('button', { name: /^Show (over )?[\d,]+ new$|^Nothing (new|heard)$/ })
    this.rows = page.getByRole('table', { name: 'Signatures' }).locator('tr:has([data-copy])')
  }

  async open(url: string): Promise<void> {
    await this.page.clock.install()
    await this.page.goto(url)
    await expect(this.rows.first()).toBeVisible()
  }

  async hurry(): Promise<void> {
    await this.page.clock.fastForward(1_000)
  }

  signatures(): Promise<string[]> {
    return this.rows
      .locator('[data-copy]')
      .evaluateAll((all) => all.map((each) => each.getAttribute('data-copy') ?? ''))
  }

  places(): Promise<Record<string, number>> {
    return this.rows.evaluateAll((rows) =>
      Object.fromEntries(
        rows.map((row) => [
          row.querySelector('[data-copy]')?.getAttribute('data-copy'),
          row.getBoundingClientRect().top,
        ]),
      ),
    )
  }

  /** Points at a row's place, not at the row: a locator would follow it down the page as new rows arrive. */
  async point(index: number): Promise<void> {
    const tops = await this.rows.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top))
    await this.page.mouse.move(640, (tops[index] ?? 0) + 10)
    await expect(this.rows.and(this.page.locator(':hover'))).toHaveCount(1)
  }

  async waiting(atLeast: number, timeout = 30_000): Promise<void> {
    const count = async () => {
      await this.hurry()
      return Number(/[\d,]+/.exec(await this.show.innerText())?.[0].replaceAll(',', '') ?? 0)
    }
    await expect.poll(count, { timeout, intervals: [100] }).toBeGreaterThanOrEqual(atLeast)
  }

  async moved(before: readonly string[], timeout = 30_000): Promise<void> {
    const newest = async () => {
      await this.hurry()
      return (await this.signatures())[0]
    }
    await expect.poll(newest, { timeout, intervals: [100] }).not.toBe(before[0])
  }

  async says(text: string | RegExp, visible = true, timeout = 30_000): Promise<void> {
    const seen = async () => {
      await this.hurry()
      return this.page.getByText(text).first().isVisible()
    }
    await expect.poll(seen, { timeout, intervals: [100] }).toBe(visible)
  }

  async expectWhole(): Promise<string[]> {
    const seen = await this.signatures()
    const listed = await this.#listed()
    const start = listed.indexOf(seen[0] ?? '')
    expect(start, 'the newest row on screen is one of the indexer').toBeGreaterThanOrEqual(0)
    expect(seen).toEqual(listed.slice(start, start + seen.length))
    expect(new Set(seen).size).toBe(seen.length)
    return seen
  }

  async #listed(): Promise<string[]> {
    const method = 'getLatestCompressionSignatures'
    const body = JSON.stringify({ jsonrpc: '2.0', id: 'test-account', method, params: { limit: 1000 } })
    const headers = { 'content-type': 'application/json' }
    const answer = await (await fetch(this.indexerUrl, { method: 'POST', headers, body })).json()
    return answer.result.value.items.map(({ signature }: { signature: string }) => signature)
  }
}
