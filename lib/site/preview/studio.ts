import { LRUCache } from 'lru-cache'
import { Content } from '../../api/content'
import type { Card } from '../../page/card'
import { STATIC_CARD } from '../../page/card'
import { drawCard } from '../../page/draw-card'
import { inTime } from '../../platform/clock'

/** A picture that is sent, and whether it is the one that was asked for. */
export interface Picture {
  content: Content
  /** False for the static card in place of one that was not ready in time. */
  isRequested: boolean
}

/** Pictures in the cache: some 20 kB each. */
const MAX_CACHED = 200

/** Pictures that wait for their turn; who comes later gets the static card. */
const MAX_WAITING = 8

/**
 * Draws one picture at a time and keeps it by its content, so that no number of readers, and no set of made-up
 * addresses, takes more than one core's share. facts/reliability.md (e) S10.
 */
export class Studio {
  readonly #cached = new LRUCache<string, Promise<Content>>({ max: MAX_CACHED })
  #waiting = 0
  #last: Promise<unknown> = Promise.resolve()

  /** @param rasterise an SVG as PNG. @param patienceMs for which a picture may be waited for. */
  constructor(
    private readonly rasterise: (svg: string) => Promise<Buffer>,
    private readonly patienceMs: number,
  ) {}

  /**
   * The picture of a card; the static one where it takes too long or too many wait.
   * @throws Error where not even that can be drawn.
   */
  async pictureOf(card: Card): Promise<Picture> {
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

  /** Begun when all before it are done; a picture that nobody waits for any more is finished and kept. */
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
