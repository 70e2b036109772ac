import { BY_SEVERITY, VERDICT_FACTS, type Verdict } from '@/lib/api/verdicts'

/** What was said of a network at a moment. */
export interface ReportedVerdict {
  at: number
  verdict: Verdict
  summary: string
}

interface StatusBody {
  network: string
  verdict: Verdict
  summary: string
  checkedAt: string | null
}

interface AllBody extends StatusBody {
  networks: StatusBody[]
}

/** How long strict monitors go by the verdict before, for one that says nothing of the indexer (ms), and what a sample takes. */
const BEFORE_COUNTS_MS = 60_000
const SLACK_MS = 5_000

/**
 * Asks an explorer for everything that it says of each network, again and again: status, strict health, badge, page, feed and
 * metrics have to name one verdict. A network that was checked again during a sample does not count.
 */
export class IncidentWatch {
  /** What the status was, by network, oldest first. */
  readonly reported = new Map<string, ReportedVerdict[]>()
  /** Samples of one network that count. */
  samples = 0
  /** Samples of all networks together. */
  samplesOfAll = 0
  /** Of `samples`, those of pages. */
  samplesOfPages = 0
  readonly disagreements: string[] = []
  readonly #lastSolid = new Map<string, number>()
  #running = true
  readonly #loops: Promise<void>[]

  /** @param metricsUrl null: what is reported is collected, and not compared. */
  constructor(
    private readonly url: string,
    metricsUrl: string | null,
    private readonly networks: readonly string[],
    private readonly everyMs: number,
  ) {
    this.#loops = [this.#repeat(() => (metricsUrl ? this.#compareAll(metricsUrl) : this.#collect().then(() => {})))]
    // A page has cards of all networks: one at a time, beside the rest.
    let turn = 0
    if (metricsUrl) this.#loops.push(this.#repeat(() => this.#comparePage(networks[turn++ % networks.length] ?? '')))
  }

  async stop(): Promise<void> {
    this.#running = false
    await Promise.all(this.#loops)
  }

  /** When a network was first reported to be something other than ok after a moment; null: never. */
  seenAfter(network: string, at: number): ReportedVerdict | null {
    return this.reported.get(network)?.find((each) => each.at >= at && each.verdict !== 'ok') ?? null
  }

  /** When a network was first ok after a moment; null: never. */
  okAfter(network: string, at: number): ReportedVerdict | null {
    return this.reported.get(network)?.find((each) => each.at >= at && each.verdict === 'ok') ?? null
  }

  /** What a network was the last time before a moment. */
  lastBefore(network: string, at: number): ReportedVerdict | null {
    return this.reported.get(network)?.findLast((each) => each.at <= at) ?? null
  }

  /** What a network was after a moment, once for each verdict in a row. */
  changesAfter(network: string, at: number): ReportedVerdict[] {
    const all = this.reported.get(network)?.filter((each) => each.at >= at) ?? []
    return all.filter(({ verdict }, i) => verdict !== all[i - 1]?.verdict)
  }

  async #repeat(once: () => Promise<void>): Promise<void> {
    while (this.#running) {
      const next = Date.now() + this.everyMs
      await once().catch((error: unknown) => {
        if (this.#running) this.disagreements.push(`not answered: ${String(error)}`)
      })
      await new Promise((resolve) => setTimeout(resolve, Math.max(50, next - Date.now())))
    }
  }

  async #compareAll(metricsUrl: string): Promise<void> {
    const before = await this.#collect()
    const [metrics, all, ...each] = await Promise.all([
      fetch(metricsUrl).then((answer) => answer.text()),
      Promise.all(['/api/v1/health?strict=1&cluster=all', '/badge.json?cluster=all'].map((path) => this.#get(path))),
      ...this.networks.map((network) => {
        const paths = [`/api/v1/health?strict=1`, '/badge.json?', '/status.atom?']
        return Promise.all(paths.map((path) => this.#get(`${path}&cluster=${network}`)))
      }),
    ])
    const after = await this.#status()
    for (const [i, network] of this.networks.entries()) {
      const now = same(before, after, network)
      if (!now) continue
      this.samples++
      const [strict, badge, feed] = each[i] as [Answered, Answered, Answered]
      const { verdict } = now
      this.#expect(network, verdict, 'strict health', this.#monitorsMay(network, verdict, strict.status), strict.status)
      this.#expect(network, verdict, 'badge', messageOf(badge).startsWith(verdict), badge.text)
      const [, newest] = /<category term="(\w+)"/.exec(feed.text) ?? []
      this.#expect(network, verdict, 'feed', (newest ?? 'ok') === verdict, newest)
      const line = new RegExp(`^explorer_indexer_verdict\\{upstream="${network}",verdict="(\\w+)"\\} 1$`, 'm')
      this.#expect(network, verdict, 'metrics', line.exec(metrics)?.[1] === verdict, line.exec(metrics)?.[1])
    }
    this.#expect('all', before.verdict, 'status', before.verdict === worstOf(before.networks), worstOf(before.networks))
    // Checks of so many networks leave few quiet moments: the worst has to be the same before and after.
    if (before.verdict !== after.verdict) return
    this.samplesOfAll++
    const [strict, badge] = all as [Answered, Answered]
    const isFine = before.verdict === 'ok'
    if (VERDICT_FACTS[before.verdict].solid) {
      this.#expect('all', before.verdict, 'strict health', (strict.status === 200) === isFine, strict.status)
    }
    this.#expect('all', before.verdict, 'badge', messageOf(badge).includes(before.verdict), badge.text)
  }

  async #comparePage(network: string): Promise<void> {
    const before = await this.#status()
    const page = await this.#get(`/status?cluster=${network}`)
    const now = same(before, await this.#status(), network)
    if (!now) return
    this.samples++
    this.samplesOfPages++
    const [, shown] = /aria-label="Current status"[\s\S]*?<\/svg>(?:\s|<!-- -->)*([a-z]+)/.exec(page.text) ?? []
    this.#expect(network, now.verdict, 'page', shown === now.verdict, shown)
  }

  /** Whether monitors may be answered so: a verdict that says nothing of the indexer leaves the one before, for a minute. */
  #monitorsMay(network: string, verdict: Verdict, status: number): boolean {
    const now = Date.now()
    if (VERDICT_FACTS[verdict].solid) {
      this.#lastSolid.set(network, now)
      return status === (verdict === 'ok' ? 200 : 503)
    }
    return status === 503 || now - (this.#lastSolid.get(network) ?? 0) < BEFORE_COUNTS_MS + SLACK_MS
  }

  #expect(network: string, verdict: Verdict, what: string, isSo: boolean, was: unknown): void {
    if (!isSo) this.disagreements.push(`${network}: ${verdict}, but ${what}: ${String(was).slice(0, 200)}`)
  }

  async #collect(): Promise<AllBody> {
    const all = await this.#status()
    for (const { network, verdict, summary } of all.networks) {
      const list = this.reported.get(network) ?? []
      list.push({ at: Date.now(), verdict, summary })
      this.reported.set(network, list)
    }
    return all
  }

  async #status(): Promise<AllBody> {
    return JSON.parse((await this.#get('/api/v1/status?cluster=all')).text)
  }

  async #get(path: string): Promise<Answered> {
    const answer = await fetch(`${this.url}${path}`)
    return { status: answer.status, text: await answer.text() }
  }
}

interface Answered {
  status: number
  text: string
}

/** The status of a network, if nothing was checked in between; else null. */
function same(before: AllBody, after: AllBody, network: string): StatusBody | null {
  const [first, then] = [before, after].map(({ networks }) => networks.find((each) => each.network === network))
  return first && first.checkedAt === then?.checkedAt && first.verdict === then.verdict ? first : null
}

function worstOf(networks: readonly StatusBody[]): Verdict {
  return BY_SEVERITY.findLast((verdict) => networks.some((each) => each.verdict === verdict)) ?? 'ok'
}

function messageOf({ text }: Answered): string {
  return (JSON.parse(text) as { message: string }).message
}
