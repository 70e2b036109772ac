import { LRUCache } from 'lru-cache'
import { Content } from '../../api/content'
import type { Card } from '../../page/card'
import { STATIC_CARD } from '../../page/card'
import { drawCard } from '../../page/draw-card'
import { inTime } from '../../platform/clock'

const MAX_CACHED = 200

const MAX_WAITING = 8

/** Draws one image at a time, so that requests for random URLs use at most one core. facts/reliability.md (e) S10. */
export class PreviewRenderer {
  readonly #cached = new LRUCache<string, Promise<Content>>({ max: MAX_CACHED })
  #waiting = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly rasterise: (svg: string) => Promise<Buffer>,
    private readonly patienceMs: number,
  ) {}

  /** Draws the card, or the static card on timeout or a full queue. @throws Error if that fails too */
  async pictureOf(card: Card): Promise<{ content: Content; isRequested: boolean }> {
    const svg = drawCard(card)
    const cached = this.#cached.get(svg)
    if (!cached && this.#waiting >= MAX_WAITING) return { content: await this.#static(), isRequested: false }
    const content = await inTime(cached ?? this.#draw(svg), this.patienceMs)
    return content ? { content, isRequested: true } : { content: await this.#static(), isRequested: false }
  }

  #static(): Promise<Content> {
    const svg = drawCard(STATIC_CARD)
    return this.#cached.get(svg) ?? this.#draw(svg)
  }

  /** Queues the image; it is finished and cached even if the caller timed out. */
  #draw(svg: string): Promise<Content> {
    this.#waiting++
    const drawn = this.#last
      .catch(() => {})
      .then(() => this.rasterise(svg))
      .then((png) => new Content(png))
      .finally(() => this.#waiting--)
    this.#last = drawn
    this.#cached.set(svg, drawn)
    drawn.catch(() => this.#cached.delete(svg))
    return drawn
  }
}
