import { base58 } from '@scure/base'
import {
  type AccountChoice,
  type AccountContent,
  type AccountHistory,
  type AccountTransaction,
  type AccountVersion,
  type HistoryEnd,
  type HistoryMark,
  type HistoryWindow,
  MAX_MARKS,
} from '../api/account'
import type { Problem } from '../api/problem'
import { clock, inTime } from '../clock'
import type { AccountItem } from '../rpc/items'
import {
  type AccountSources,
  type AccountsEvent,
  ChainMismatch,
  type Creation,
  choiceOf,
  readAt,
  readCreation,
} from './account-content'

/*
 * The versions of an account, walked from one of them through the transactions that made and consumed them: two calls a
 * version, one to the indexer for its signatures and one to the chain node for a transaction. What was walked is stored,
 * so that the next reader's walk begins where this one ended.
 *
 * With an address, the next version is the account that the consuming event created with the same address; the one before
 * it is the account that the creating event consumed with it, and where the address is new, there is none. Without one,
 * nothing names an account across versions: there is a trail, as far as an event consumed, or created, one account alone.
 */

/** What a version went on as, or came from. */
export type Neighbour =
  | { kind: 'version'; hash: string }
  | { kind: 'created'; isNewAddress: boolean }
  | { kind: 'closed'; by: AccountTransaction }
  | { kind: 'several'; accounts: AccountChoice[] }
  | { kind: 'unknown' }

/** What is known of a version and its neighbours. */
export interface HistoryStep {
  content: AccountContent
  previous: Neighbour
  /** What the version before it went on as: itself, where one alone can. Null where no one version was before it. */
  previousNext: Neighbour | null
  /** Null: the consuming transaction is not read, or there is none. */
  next: Neighbour | null
}

/** Where steps are stored; only such that never change, but for an end that was live. */
export interface StepStore {
  get(hash: string): HistoryStep | null
  set(hash: string, step: HistoryStep): void
}

/** What a walk asks, and where it stores. */
export interface HistorySources extends AccountSources {
  /** The first live rows of an owner, in one call; null where they are not to be had. */
  liveOf(owner: string): Promise<readonly AccountItem[] | null>
  store: StepStore
  /** What asking failed with, as pages show it; throws what is a fault of our own. */
  problemOf(error: unknown): Problem
}

/** New versions that one page reads at most. */
export const MAX_NEW_VERSIONS = 10

/** Milliseconds after which a page shows what was walked. */
export const WALK_MS = 4_000

/**
 * Versions on either side that a page gathers at most, our choice: a history may have a hundred thousand. Its pages lead
 * past them all the same.
 */
const MAX_SIDE = 1_000

/** Which rows a page of a history has. */
export interface HistoryPage {
  window: HistoryWindow
  /** Rows. */
  limit: number
}

/** A page that begins beside a version which is not in this history, or which was not walked to. */
export class NoSuchPlace extends Error {
  override readonly name = 'NoSuchPlace'
}

/**
 * The content of a version, from what is stored or from the transaction that created it.
 * @returns null for a hash that the indexer does not know.
 * @throws ChainMismatch, and what the sources reject with
 */
export async function accountContent(hash: string, sources: HistorySources): Promise<AccountContent | null> {
  const walk = new Walk(sources)
  const step = await walk.read(hash)
  return step && (await walk.refreshed(step)).content
}

/**
 * A page of the versions around one. Walks for at most WALK_MS and MAX_NEW_VERSIONS; asked again, it goes on.
 * @returns null for a hash that the indexer does not know.
 * @throws ChainMismatch, NoSuchPlace, and what the sources reject with where the version itself cannot be read
 */
export async function accountHistory(
  hash: string,
  { window, limit }: HistoryPage,
  sources: HistorySources,
): Promise<AccountHistory | null> {
  const endsAt = clock().monotonic() + WALK_MS
  const walk = new Walk(sources)
  const first = await walk.read(hash)
  if (!first) return null
  const address = first.content.account.address ?? null
  let line = walk.line(first)
  const beside = window && ('olderThan' in window ? window.olderThan : window.newerThan)
  if (beside !== null && line.indexOf(beside) < 0) {
    const step = address === null ? null : await walk.read(beside)
    if (step?.content.account.address !== address) throw new NoSuchPlace('not in this history')
    line = walk.line(step)
  }
  const at = () => line.indexOf(beside ?? hash)
  const missing = {
    older: window === null || 'olderThan' in window ? () => line.steps.length - 1 - at() < limit || !window : never,
    newer: window === null || 'newerThan' in window ? () => at() < limit || !window : never,
  }
  await walk.refresh(line)
  const live = address !== null && line.isOpenAbove ? walk.liveWith(line.newest.content.account.owner, address) : null
  const work = Promise.all([line.walkOlder(missing.older), line.walkNewer(missing.newer), live])
  const done = await inTime(work, Math.max(0, endsAt - clock().monotonic()))
  line.stop()
  return pageOf({ hash, address, line, window, beside, limit, live: done?.[2] ?? null })
}

const never = () => false

/** Reads versions, through what is stored. */
class Walk {
  readonly #sources: HistorySources
  /** Steps of this walk that may still change, and so are not stored. */
  readonly #own = new Map<string, HistoryStep>()
  /** Versions whose end was asked for in this walk. */
  readonly #refreshed = new Set<string>()
  /** New versions that may still be read. */
  #left = MAX_NEW_VERSIONS

  constructor(sources: HistorySources) {
    this.#sources = sources
  }

  /** True while another new version may be read. */
  get hasMore(): boolean {
    return this.#left > 0
  }

  /** What is known of a version, without a call. */
  known(hash: string): HistoryStep | null {
    return this.#own.get(hash) ?? this.#sources.store.get(hash)
  }

  /** A version, known or read; null where the indexer does not know its hash. */
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

  /** The version before one, which knows from then on what it went on as. */
  async readBefore({ content, previousNext }: HistoryStep, hash: string): Promise<HistoryStep | null> {
    const step = await this.read(hash)
    if (step === null || step.next !== null) return step
    if (step.content.consumed?.signature !== content.created.signature) return step
    const whole = { ...step, next: previousNext }
    this.#save(whole, content.created.finalized)
    return whole
  }

  /** The step with its end, where it had none when it was stored. */
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

  /** The step with what it went on as; `next` stays null while it is live. */
  async withNext(step: HistoryStep): Promise<HistoryStep> {
    const current = await this.refreshed(step)
    const { consumed } = current.content
    if (current.next !== null || consumed === null) return current
    const { about, events } = await readAt(consumed, this.#sources)
    const whole = { ...current, next: nextOf(current.content, about, events) }
    this.#save(whole, about.finalized)
    return whole
  }

  /** What is known of the versions around one. */
  line(step: HistoryStep): Line {
    return new Line(this, step, (error) => this.#sources.problemOf(error))
  }

  /** Asks for the end of the newest known version. What fails there is shown by the walk. */
  async refresh(line: Line): Promise<void> {
    try {
      line.replaceNewest(await this.refreshed(line.newest))
    } catch (error) {
      line.newestProblem(error)
    }
  }

  /** The live version with an address among the first rows of its owner; null where it is not found there. */
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

/** A stretch of versions without a hole, newest first, and how it ends. */
class Line {
  readonly steps: HistoryStep[]
  newestEnd: HistoryEnd | null = null
  oldestEnd: HistoryEnd | null = null
  readonly #walk: Walk
  readonly #problemOf: (error: unknown) => Problem
  #isStopped = false

  constructor(walk: Walk, step: HistoryStep, problemOf: (error: unknown) => Problem) {
    this.#walk = walk
    this.#problemOf = problemOf
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

  /** True where versions newer than the newest known one exist, or may. */
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
    this.newestEnd = this.#problemEnd(error, this.newest.content.account.hash)
  }

  /** From here on nothing changes: what is still under way is stored, and shown to the next reader. */
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
        this.oldestEnd = this.#problemEnd(error, previous.hash)
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
        // The walk in the other direction may have read the last one meanwhile.
        if (whole.next?.kind !== 'version' || !this.#walk.hasMore) return
        const step = await this.#walk.read(whole.next.hash)
        if (this.#isStopped) return
        this.#assertNew(whole.next.hash)
        if (step === null) this.newestEnd = { kind: 'older_than_index', hash: whole.next.hash }
        else this.steps.unshift(step)
      } catch (error) {
        if (this.#isStopped) return
        this.newestEnd = this.#problemEnd(error, hash)
      }
    }
  }

  get #goesOn(): boolean {
    return this.#walk.hasMore && !this.#isStopped && this.steps.length < 2 * MAX_SIDE
  }

  /** @throws ChainMismatch for a version that is in the line already: a node that lies could lead in a circle. */
  #assertNew(hash: string): void {
    if (this.indexOf(hash) >= 0) throw new ChainMismatch('The versions of this account lead in a circle.')
  }

  #problemEnd(error: unknown, hash: string): HistoryEnd {
    return { kind: 'problem', problem: this.#problemOf(error), hash }
  }
}

/** Known versions from one on, in one direction, without itself and those that were passed before. */
function knownFrom(
  from: HistoryStep,
  neighbour: (step: HistoryStep) => Neighbour | null,
  walk: Walk,
  passed: Set<string>,
): HistoryStep[] {
  const steps: HistoryStep[] = []
  for (let at = neighbour(from); at?.kind === 'version' && !passed.has(at.hash) && steps.length < MAX_SIDE; ) {
    const step = walk.known(at.hash)
    if (!step) break
    passed.add(at.hash)
    steps.push(step)
    at = neighbour(step)
  }
  return steps
}

/** What a version came from. */
function previousOf({ content, event }: Creation): Neighbour {
  const address = content.account.address ?? null
  const { inputs, newAddresses } = event
  if (address !== null) {
    if (newAddresses.includes(address)) return { kind: 'created', isNewAddress: true }
    const input = inputs.find(({ fields }) => fields?.address === address)
    if (input) return { kind: 'version', hash: input.hash }
    // Outputs have addresses of inputs, or new ones: where all inputs are read, the address was new.
    return inputs.some(({ fields }) => fields === null) ? { kind: 'unknown' } : { kind: 'created', isNewAddress: true }
  }
  const [only, second] = inputs
  if (!only) return { kind: 'created', isNewAddress: false }
  if (!second) return { kind: 'version', hash: only.hash }
  return { kind: 'several', accounts: inputs.map(consumedChoice) }
}

function consumedChoice({ hash, fields }: AccountsEvent['inputs'][number]): AccountChoice {
  return { hash, owner: fields?.owner ?? null, lamports: fields?.lamports ?? null, tokenData: null }
}

/** What a version went on as, by the events of the transaction that consumed it. */
function nextOf({ account }: AccountContent, by: AccountTransaction, events: AccountsEvent[]): Neighbour {
  const event = events.find(({ inputs }) => inputs.some(({ hash }) => hash === account.hash))
  if (!event) throw new ChainMismatch('The newer transaction of this account does not consume it.')
  return nextIn(event, { account, created: by })
}

/** What a version with the same address, or without one, goes on as in an event that consumes it. */
function nextIn(
  { outputs }: AccountsEvent,
  { account, created: by }: Pick<AccountContent, 'account' | 'created'>,
): Neighbour {
  const address = account.address ?? null
  if (address !== null) {
    const output = outputs.find((each) => each.address && base58.encode(each.address) === address)
    return output ? { kind: 'version', hash: base58.encode(output.hash) } : { kind: 'closed', by }
  }
  const [only, second] = outputs
  if (!only) return { kind: 'closed', by }
  if (!second) return { kind: 'version', hash: base58.encode(only.hash) }
  return { kind: 'several', accounts: outputs.map(choiceOf) }
}

interface Shown {
  hash: string
  address: string | null
  line: Line
  window: HistoryWindow
  beside: string | null
  limit: number
  live: { hash: string; slotCreated: number } | null
}

function pageOf({ hash, address, line, window, beside, limit, live }: Shown): AccountHistory {
  const { steps } = line
  const [newestEnd, oldestEnd] = [newestEndOf(line), oldestEndOf(line)]
  const [from, to] = rangeOf(line.indexOf(beside ?? hash), steps.length, window, limit)
  const hasFirst = oldestEnd.kind === 'created'
  const items = steps.slice(from, to).map(({ content }, i): AccountVersion => {
    const index = from + i
    const before = steps[index + 1]?.content ?? null
    return {
      ...content,
      number: hasFirst ? steps.length - index : null,
      previous: before && { account: before.account, tokenData: before.tokenData },
    }
  })
  const [first, last] = [items[0]?.account.hash ?? null, items.at(-1)?.account.hash ?? null]
  return {
    hash,
    address,
    items,
    known: steps.length,
    newer: from,
    newestEnd,
    oldestEnd,
    live: newestEnd.kind === 'unwalked' || newestEnd.kind === 'problem' ? live : null,
    olderThan: to < steps.length || oldestEnd.kind === 'unwalked' ? last : null,
    newerThan: from > 0 || newestEnd.kind === 'unwalked' ? first : null,
    marks: marksOf(steps, from, to),
  }
}

/** The rows of a page, from and to: around the version itself, or on one side of another. */
function rangeOf(at: number, count: number, window: HistoryWindow, limit: number): [number, number] {
  if (window && 'olderThan' in window) return [at + 1, Math.min(count, at + 1 + limit)]
  if (window) return [Math.max(0, at - limit), at]
  const from = Math.max(0, Math.min(at - Math.floor(limit / 2), count - limit))
  return [from, Math.min(count, from + limit)]
}

function oldestEndOf({ oldest, oldestEnd }: Line): HistoryEnd {
  if (oldestEnd) return oldestEnd
  const { previous } = oldest
  return previous.kind === 'version' ? { kind: 'unwalked', hash: previous.hash } : previous
}

function newestEndOf({ newest, newestEnd }: Line): HistoryEnd {
  if (newestEnd) return newestEnd
  const { next, content } = newest
  if (next?.kind === 'version') return { kind: 'unwalked', hash: next.hash }
  if (next) return next
  return content.consumed === null ? { kind: 'live' } : { kind: 'unwalked', hash: content.account.hash }
}

function marksOf(steps: readonly HistoryStep[], from: number, to: number): HistoryMark[] {
  const start = Math.max(0, Math.min(Math.floor((from + to - MAX_MARKS) / 2), steps.length - MAX_MARKS))
  return steps.slice(start, start + MAX_MARKS).map(({ content: { account, created, consumed } }) => ({
    hash: account.hash,
    slot: created.slot,
    until: consumed?.slot ?? null,
  }))
}
