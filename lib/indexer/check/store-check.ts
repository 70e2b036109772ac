import fs from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { DatabaseSetting, Environment } from '@/lib/platform/environment'
import { type Clock, clock, inTime, pause } from '../../platform/clock'
import { log } from '../../platform/log'
import type { HashResult } from '../../protocol/light/check-account'
import { databaseSize, SMALL_STORE } from '../store/sqlite/quick-check'
import type { StoreIdentity } from '../store/store'
import { describeLeafProblem } from './leaves/leaf-lines'
import type { LeafWalks } from './leaves/leaf-metrics'
import { leafNodes } from './leaves/leaf-nodes'
import { countWrongLeaves, type LeafProblem, type LeafReport } from './leaves/leaf-report'
import type { CheckMessage, CheckTask } from './messages'
import type { Soundness } from './soundness'

export interface CheckReport {
  /** 0 to 1; null: not running, or unknown. */
  progress: number | null
  hashes: Record<HashResult, number>
  leaves: LeafWalks | null
}

export const NOT_CHECKED: CheckReport = {
  progress: null,
  hashes: { matches: 0, differs: 0, cannot_tell: 0 },
  leaves: null,
}

export interface Checker {
  onMessage(listener: (message: CheckMessage) => void): void
  /** Of the running check of all pages; null: not running, or unknown. */
  bytesRead(): number | null
  /** Resolves when the store is released, or after a time limit. */
  end(): Promise<void>
}

const ACCOUNTS_PER_LINE = 3
const BREACH_LINE_INTERVAL_MS = 60_000

/** For a store that was checked at the start; larger stores are checked at once. */
const RECHECK_DELAY_MS = 60_000

interface Checking {
  environment: Environment
  startChecker(task: CheckTask): Checker
  clock: Clock
}

/** Checks the store only once it is ready, so that the start does not wait. */
export class StoreCheck {
  private readonly hashes: CheckReport['hashes'] = { ...NOT_CHECKED.hashes }
  private leaves: LeafWalks | null = null
  private pageCheck: { readBefore: number; size: number } | null = null
  private breaches: string[] = []
  private breachesLoggedAt = Number.NEGATIVE_INFINITY
  private checker: Checker | null = null
  private readonly file: string | null
  private readonly checkedAtStart: boolean
  private readonly ending = new AbortController()

  constructor(
    private readonly options: Checking,
    private readonly of: { database: DatabaseSetting; identity: StoreIdentity; soundness: Soundness },
  ) {
    const { database, soundness } = of
    this.file = database.kind === 'file' ? database.file : null
    this.checkedAtStart = this.file !== null && databaseSize(this.file) <= SMALL_STORE
    if (this.checkedAtStart) soundness.wasChecked()
  }

  async begin(): Promise<void> {
    const { environment, startChecker, clock } = this.options
    const { checkedAtStart } = this
    const { signal } = this.ending
    if (checkedAtStart) await pause(RECHECK_DELAY_MS, signal, clock)
    if (signal.aborted) return
    const { database, identity } = this.of
    const [tokenProgram, nodes] = [environment.programIds.token, leafNodes(environment)]
    this.checker = startChecker({ database, identity, tokenProgram, checkedAtStart, nodes })
    if (environment.ledger.kind !== 'folder') this.leaves = { report: null, walkedAt: now() }
    this.checker.onMessage((message) => this.handle(message))
  }

  report(): CheckReport {
    return { progress: this.progress(), hashes: { ...this.hashes }, leaves: this.leaves }
  }

  async end(): Promise<void> {
    this.ending.abort()
    await this.checker?.end()
  }

  private handle(message: CheckMessage): void {
    switch (message.kind) {
      case 'pages begin':
        this.pageCheck = {
          readBefore: this.checker?.bytesRead() ?? 0,
          size: this.file === null ? 0 : databaseSize(this.file),
        }
        break
      case 'pages':
        if (message.problem !== null) this.of.soundness.damaged(message.problem)
        else this.of.soundness.wasChecked()
        log('info', 'the store was checked', {
          bytes: this.pageCheck?.size ?? 0,
          dur_ms: Math.round(1_000 * message.seconds),
          found: message.problem ?? 'nothing',
        })
        this.pageCheck = null
        break
      case 'hashes':
        for (const result of HASH_RESULTS) this.hashes[result] += message.counts[result]
        this.breaches.push(...message.breaches)
        this.logBreaches()
        break
      case 'leaves':
        this.logLeaves(message.report)
        this.leaves = { report: message.report, walkedAt: now() }
        break
      case 'damage':
        this.of.soundness.damaged(message.reason)
        break
      case 'pages failed':
      case 'failed':
        if (message.kind === 'pages failed') this.pageCheck = null
        log('warn', 'the store could not be checked', { reason: message.reason })
        break
      default:
        message satisfies never
    }
  }

  private logBreaches(): void {
    const now = clock().monotonic()
    if (this.breaches.length === 0 || now - this.breachesLoggedAt < BREACH_LINE_INTERVAL_MS) return
    const named = this.breaches.slice(0, ACCOUNTS_PER_LINE).join(', ')
    log('warn', 'the store holds what does not make its hash', { found: named, count: this.breaches.length })
    this.breaches = []
    this.breachesLoggedAt = now
  }

  private logLeaves({ problems, trees, slot }: LeafReport): void {
    const places = (of: readonly LeafProblem[]) => of.slice(0, ACCOUNTS_PER_LINE).map(describeLeafProblem).join('; ')
    const found = places(problems)
    if (found === places(this.leaves?.report?.problems ?? [])) return
    const count = trees.reduce((sum, tree) => sum + countWrongLeaves(tree), 0)
    if (count > 0) log('error', 'the leaf indices of a state tree are not contiguous', { found, count, slot })
    else log('info', 'the leaf indices of all state trees are contiguous again', { slot })
  }

  private progress(): number | null {
    const read = this.checker?.bytesRead() ?? null
    if (this.pageCheck === null || read === null || this.pageCheck.size === 0) return null
    return Math.min(1, Math.max(0, (read - this.pageCheck.readBefore) / this.pageCheck.size))
  }
}

/** Unix seconds. */
function now(): number {
  return Math.floor(clock().wall() / 1000)
}

const HASH_RESULTS: HashResult[] = ['matches', 'differs', 'cannot_tell']

/** Without this bound the thread takes five times as much memory. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 6 }

/** Enough for a read in progress, or for slow nodes. */
const END_TIMEOUT_MS = 2_000

export function startChecker(file: string, task: CheckTask): Checker {
  const thread = new Worker(file, { workerData: task, resourceLimits: RESOURCE_LIMITS })
  const exited = new Promise<void>((resolve) => thread.on('exit', () => resolve()))
  let pagesPid: number | null = null
  thread.on('error', (error: Error) => log('warn', 'the store is not checked', { reason: error.message }))
  thread.on('message', (message: CheckMessage) => {
    if (message.kind === 'pages begin') pagesPid = message.pid
    if (message.kind === 'pages' || message.kind === 'pages failed') pagesPid = null
  })
  thread.unref()
  return {
    onMessage: (listener) => void thread.on('message', listener),
    bytesRead: () => (pagesPid === null ? null : bytesReadBy(pagesPid)),
    async end() {
      thread.postMessage('end')
      await inTime(exited, END_TIMEOUT_MS)
    },
  }
}

/** Linux only, page cache included; null elsewhere. */
function bytesReadBy(pid: number): number | null {
  try {
    const [, bytes] = /^rchar: (\d+)$/m.exec(fs.readFileSync(`/proc/${pid}/io`, 'utf8')) ?? []
    return bytes === undefined ? null : Number(bytes)
  } catch {
    return null
  }
}
