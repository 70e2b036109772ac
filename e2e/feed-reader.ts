import { expect, type Locator, type Page, type Response } from '@playwright/test'

/** What a reader of the live feed sees and does, and the indexer's own list to hold it against. */
export class FeedReader {
  readonly pause: Locator
  /** The button that puts waiting rows on screen. */
  readonly show: Locator
  readonly rows: Locator

  /** @param hurried the page's clock runs ahead while something is awaited, so that it asks every moment. */
  constructor(
    readonly page: Page,
    private readonly indexerUrl: string,
    private readonly hurried = false,
  ) {
    this.pause = page.getByRole('button', { name: 'Pause' })
    this.show = page.getByRole('button', { name: /^Show (over )?[\d,]+ new$|^Nothing (new|heard)$/ })
    this.rows = page.getByRole('table', { name: 'Signatures' }).locator('tr:has([data-copy])')
  }

  async open(url: string): Promise<void> {
    if (this.hurried) await this.page.clock.install()
    await this.page.goto(url)
    await expect(this.rows.first()).toBeVisible()
  }

  /** Lets the page's timers that are due within a second come now. */
  async hurry(): Promise<void> {
    if (this.hurried) await this.page.clock.fastForward(1_000)
  }

  /** Resolves when the page has asked for signatures once more and was answered. */
  async asks(): Promise<void> {
    let answered = false
    const answer = (response: Response) => {
      answered ||= response.url().includes('getLatestCompressionSignatures')
    }
    this.page.on('response', answer)
    await expect
      .poll(async () => {
        await this.hurry()
        return answered
      })
      .toBe(true)
    this.page.off('response', answer)
  }

  /** Whole signatures on screen, from the top. */
  signatures(): Promise<string[]> {
    return this.rows
      .locator('[data-copy]')
      .evaluateAll((all) => all.map((each) => each.getAttribute('data-copy') ?? ''))
  }

  /** How far down each row stands, by signature: measured in the window, as the pointer sees it. */
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

  /** Points where the row of that index stands, counted from 0: a locator would follow its row down the page as new ones come. */
  async point(index: number): Promise<void> {
    const tops = await this.rows.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top))
    await this.page.mouse.move(640, (tops[index] ?? 0) + 10)
    await expect(this.rows.and(this.page.locator(':hover'))).toHaveCount(1)
  }

  async slot(): Promise<number> {
    return (await this.#ask('getIndexerSlot', {})) as number
  }

  /** Resolves when the chain is `slots` slots further. */
  async passes(slots: number, timeout = 30_000): Promise<void> {
    const goal = (await this.slot()) + slots
    await expect.poll(() => this.slot(), { timeout, intervals: [100] }).toBeGreaterThanOrEqual(goal)
  }

  /** Resolves when as many rows wait as a condition wants. */
  async waiting(atLeast: number, timeout = 30_000): Promise<void> {
    const count = async () => {
      await this.hurry()
      return Number(/[\d,]+/.exec(await this.show.innerText())?.[0].replaceAll(',', '') ?? 0)
    }
    await expect.poll(count, { timeout, intervals: [100] }).toBeGreaterThanOrEqual(atLeast)
  }

  /** Resolves when other rows stand on screen than those given. */
  async moved(before: readonly string[], timeout = 30_000): Promise<void> {
    const newest = async () => {
      await this.hurry()
      return (await this.signatures())[0]
    }
    await expect.poll(newest, { timeout, intervals: [100] }).not.toBe(before[0])
  }

  /** Resolves when a text is on screen, or no longer. */
  async says(text: string | RegExp, visible = true, timeout = 30_000): Promise<void> {
    const seen = async () => {
      await this.hurry()
      return this.page.getByText(text).first().isVisible()
    }
    await expect.poll(seen, { timeout, intervals: [100] }).toBe(visible)
  }

  /** Every signature once and in the indexer's order, none left out between the first and the last on screen. */
  async expectWhole(): Promise<string[]> {
    const seen = await this.signatures()
    const listed = await this.#listed()
    const start = listed.indexOf(seen[0] ?? '')
    expect(start, 'the newest row on screen is one of the indexer').toBeGreaterThanOrEqual(0)
    expect(seen).toEqual(listed.slice(start, start + seen.length))
    expect(new Set(seen).size).toBe(seen.length)
    return seen
  }

  /** What the indexer lists now, newest first. */
  async #listed(): Promise<string[]> {
    const result = (await this.#ask('getLatestCompressionSignatures', { limit: 1000 })) as {
      value: { items: { signature: string }[] }
    }
    return result.value.items.map(({ signature }) => signature)
  }

  async #ask(method: string, params: object): Promise<unknown> {
    const answer = await fetch(`${this.indexerUrl}/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 'test-account', method, params }),
    })
    return ((await answer.json()) as { result: unknown }).result
  }
}
