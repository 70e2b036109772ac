import { base58 } from '@scure/base'
import { isProblem, ProblemError } from '../../api/problem'
import { chainMismatchProblem } from '../../upstream/chain/problem'
import {
  accountChoice,
  type Creation,
  type ParsedEvent,
  readCreation,
  readTransactionAt,
  sourcesDisagreeError,
} from './account-content'
import type { AccountChoice, AccountContent, AccountTransaction, HistoryEnd } from './contract'
import type { AdjacentVersion, HistorySources, HistoryStep } from './step'

export const MAX_NEW_VERSIONS = 10

/** Our choice: an account may have a hundred thousand versions. Page cursors lead past the limit. */
const MAX_VERSIONS_PER_SIDE = 1_000

export class VersionWalk {
  readonly #sources: HistorySources
  readonly #own = new Map<string, HistoryStep>()
  readonly #refreshed = new Set<string>()
  #left = MAX_NEW_VERSIONS

  constructor(sources: HistorySources) {
    this.#sources = sources
  }

  get hasMore(): boolean {
    return this.#left > 0
  }

  known(hash: string): HistoryStep | null {
    return this.#own.get(hash) ?? this.#sources.store.get(hash)
  }

  async read(hash: string): Promise<HistoryStep | null> {
    const known = this.known(hash)
    if (known) return known
    this.#left -= 1
    const creation = await readCreation(hash, this.#sources)
    if (!creation) return null
    const { content } = creation
    this.#refreshed.add(hash)
    const previous = previousOf(creation)
    const previousNext = previous.kind === 'version' ? nextIn(creation.event, content) : null
    const step = { content, previous, previousNext, next: null }
    this.#save(step)
    return step
  }

  async readBefore({ content, previousNext }: HistoryStep, hash: string): Promise<HistoryStep | null> {
    const step = await this.read(hash)
    if (step === null || step.next !== null) return step
    if (step.content.consumed?.signature !== content.created.signature) return step
    const whole = { ...step, next: previousNext }
    this.#save(whole, content.created.finalized)
    return whole
  }

  /** Looks up the consuming transaction of a step that was live when stored. */
  async refreshed(step: HistoryStep): Promise<HistoryStep> {
    const { content } = step
    const { hash } = content.account
    if (content.consumed !== null || this.#refreshed.has(hash)) return step
    this.#refreshed.add(hash)
    const items = await this.#sources.signaturesOf(hash)
    const consumed = items?.find(({ signature }) => signature !== content.created.signature) ?? null
    if (consumed === null) return step
    const ended = { ...step, content: { ...content, consumed } }
    this.#save(ended)
    return ended
  }

  async withNext(step: HistoryStep): Promise<HistoryStep> {
    const current = await this.refreshed(step)
    const { consumed } = current.content
    if (current.next !== null || consumed === null) return current
    const { about, events } = await readTransactionAt(consumed, this.#sources)
    const whole = { ...current, next: nextOf(current.content, about, events) }
    this.#save(whole, about.finalized)
    return whole
  }

  line(step: HistoryStep): VersionLine {
    return new VersionLine(this, step)
  }

  async refresh(line: VersionLine): Promise<void> {
    try {
      line.replaceNewest(await this.refreshed(line.newest))
    } catch (error) {
      line.newestProblem(error)
    }
  }

  async liveWith(owner: string, address: string): Promise<{ hash: string; slotCreated: number } | null> {
    const rows = await this.#sources.liveOf(owner)
    const row = rows?.find((each) => each.address === address)
    return row ? { hash: row.hash, slotCreated: row.slotCreated } : null
  }

  #save(step: HistoryStep, isFinal = true): void {
    const { hash } = step.content.account
    const isStored = isFinal && step.content.created.finalized
    if (isStored) this.#sources.store.set(hash, step)
    else this.#own.set(hash, step)
  }
}

export class VersionLine {
  readonly steps: HistoryStep[]
  newestEnd: HistoryEnd | null = null
  oldestEnd: HistoryEnd | null = null
  readonly #walk: VersionWalk
  #isStopped = false

  constructor(walk: VersionWalk, step: HistoryStep) {
    this.#walk = walk
    const passed = new Set([step.content.account.hash])
    const older = knownFrom(step, ({ previous }) => previous, walk, passed)
    const newer = knownFrom(step, ({ next }) => next, walk, passed)
    this.steps = [...newer.reverse(), step, ...older]
  }

  get newest(): HistoryStep {
    return this.steps[0] as HistoryStep
  }

  get oldest(): HistoryStep {
    return this.steps.at(-1) as HistoryStep
  }

  get isOpenAbove(): boolean {
    const { next, content } = this.newest
    return next === null ? content.consumed !== null : next.kind === 'version'
  }

  indexOf(hash: string): number {
    return this.steps.findIndex(({ content }) => content.account.hash === hash)
  }

  replaceNewest(step: HistoryStep): void {
    this.steps[0] = step
  }

  newestProblem(error: unknown): void {
    this.newestEnd = problemEnd(error, this.newest.content.account.hash)
  }

  /** Pending results no longer change this line, but are stored for the next request. */
  stop(): void {
    this.#isStopped = true
  }

  async walkOlder(isMissing: () => boolean): Promise<void> {
    while (isMissing() && this.#goesOn) {
      const { previous } = this.oldest
      if (previous.kind !== 'version') return
      try {
        const step = await this.#walk.readBefore(this.oldest, previous.hash)
        if (this.#isStopped) return
        this.#assertNew(previous.hash)
        if (step === null) this.oldestEnd = { kind: 'older_than_index', hash: previous.hash }
        else this.steps.push(step)
      } catch (error) {
        if (this.#isStopped) return
        this.oldestEnd = problemEnd(error, previous.hash)
      }
      if (this.oldestEnd) return
    }
  }

  async walkNewer(isMissing: () => boolean): Promise<void> {
    while (isMissing() && this.#goesOn && this.newestEnd === null) {
      const { hash } = this.newest.content.account
      try {
        const whole = await this.#walk.withNext(this.newest)
        if (this.#isStopped) return
        this.steps[0] = whole
        // walkOlder() may have used the last call meanwhile.
        if (whole.next?.kind !== 'version' || !this.#walk.hasMore) return
        const step = await this.#walk.read(whole.next.hash)
        if (this.#isStopped) return
        this.#assertNew(whole.next.hash)
        if (step === null) this.newestEnd = { kind: 'older_than_index', hash: whole.next.hash }
        else this.steps.unshift(step)
      } catch (error) {
        if (this.#isStopped) return
        this.newestEnd = problemEnd(error, hash)
      }
    }
  }

  get #goesOn(): boolean {
    return this.#walk.hasMore && !this.#isStopped && this.steps.length < 2 * MAX_VERSIONS_PER_SIDE
  }

  /** A dishonest node could lead in a circle. @throws ProblemError chain_mismatch */
  #assertNew(hash: string): void {
    if (this.indexOf(hash) >= 0)
      throw new ProblemError(chainMismatchProblem('The versions of this account lead in a circle.'))
  }
}

function problemEnd(error: unknown, hash: string): HistoryEnd {
  if (!isProblem(error)) throw error
  return { kind: 'problem', problem: error.problem, hash }
}

function knownFrom(
  from: HistoryStep,
  neighbour: (step: HistoryStep) => AdjacentVersion | null,
  walk: VersionWalk,
  passed: Set<string>,
): HistoryStep[] {
  const steps: HistoryStep[] = []
  for (
    let at = neighbour(from);
    at?.kind === 'version' && !passed.has(at.hash) && steps.length < MAX_VERSIONS_PER_SIDE;
  ) {
    const step = walk.known(at.hash)
    if (!step) break
    passed.add(at.hash)
    steps.push(step)
    at = neighbour(step)
  }
  return steps
}

function previousOf({ content, event }: Creation): AdjacentVersion {
  const address = content.account.address ?? null
  const { inputs, newAddresses } = event
  if (address !== null) {
    if (newAddresses.includes(address)) return { kind: 'created', isNewAddress: true }
    const input = inputs.find(({ fields }) => fields?.address === address)
    if (input) return { kind: 'version', hash: input.hash }
    return inputs.some(({ fields }) => fields === null) ? { kind: 'unknown' } : { kind: 'created', isNewAddress: true }
  }
  const [only, second] = inputs
  if (!only) return { kind: 'created', isNewAddress: false }
  if (!second) return { kind: 'version', hash: only.hash }
  return { kind: 'several', accounts: inputs.map(consumedChoice) }
}

function consumedChoice({ hash, fields }: ParsedEvent['inputs'][number]): AccountChoice {
  return { hash, owner: fields?.owner ?? null, lamports: fields?.lamports ?? null, tokenData: null }
}

function nextOf({ account }: AccountContent, by: AccountTransaction, events: ParsedEvent[]): AdjacentVersion {
  const event = events.find(({ inputs }) => inputs.some(({ hash }) => hash === account.hash))
  if (!event) throw sourcesDisagreeError('The newer transaction of this account does not consume it.')
  return nextIn(event, { account, created: by })
}

function nextIn(
  { outputs }: ParsedEvent,
  { account, created: by }: Pick<AccountContent, 'account' | 'created'>,
): AdjacentVersion {
  const address = account.address ?? null
  if (address !== null) {
    const output = outputs.find((each) => each.address && base58.encode(each.address) === address)
    return output ? { kind: 'version', hash: base58.encode(output.hash) } : { kind: 'closed', by }
  }
  const [only, second] = outputs
  if (!only) return { kind: 'closed', by }
  if (!second) return { kind: 'version', hash: base58.encode(only.hash) }
  return { kind: 'several', accounts: outputs.map(accountChoice) }
}
