import fs from 'node:fs'
import { Worker } from 'node:worker_threads'
import { clock, inTime } from '../../platform/clock'
import { log } from '../../platform/log'
import type { HashResult } from '../../protocol/light/check-account'
import { databaseSize } from '../store/sqlite/quick-check'
import { lineOn } from './leaves/leaf-lines'
import type { LeafWalks } from './leaves/leaf-metrics'
import { type LeafProblem, type LeafReport, wrongLeaves } from './leaves/leaf-report'
import type { CheckMessage, CheckTask } from './messages'
import type { Soundness } from './soundness'

export interface CheckReport {
  /** 0 to 1; null: not running, or unknown. */
  progress: number | null
  hashes: Record<HashResult, number>
  leaves: LeafWalks | null
}

export interface Checker {
  onMessage(listener: (message: CheckMessage) => void): void
  /** Of the running check of all pages; null: not running, or unknown. */
  bytesRead(): number | null
  /** Resolves when the store is released, or after a time limit. */
  end(): Promise<void>
}

/** Milliseconds. */
const LOG_INTERVAL = 10_000

/** Accounts named per line, and milliseconds between such lines. */
const NAMED = 3
const BREACH_LINES = 60_000

export class StoreCheck {
  private readonly hashes: Record<HashResult, number> = { matches: 0, differs: 0, cannot_tell: 0 }
  private leaves: LeafWalks | null
  private pageCheck: { readBefore: number; size: number } | null = null
  private lines: NodeJS.Timeout | undefined
  private breaches: string[] = []
  private breachesLoggedAt = Number.NEGATIVE_INFINITY

  constructor(
    private readonly checker: Checker,
    private readonly soundness: Soundness,
    /** null: a database server. */
    private readonly file: string | null,
    walks: boolean,
  ) {
    this.leaves = walks ? { report: null, walkedAt: now() } : null
    checker.onMessage((message) => this.handle(message))
  }

  report(): CheckReport {
    return { progress: this.progress(), hashes: { ...this.hashes }, leaves: this.leaves }
  }

  async end(): Promise<void> {
    clearInterval(this.lines)
    await this.checker.end()
  }

  private handle(message: CheckMessage): void {
    switch (message.kind) {
      case 'pages begin':
        this.pageCheck = {
          readBefore: this.checker.bytesRead() ?? 0,
          size: this.file === null ? 0 : databaseSize(this.file),
        }
        this.lines = setInterval(() => this.logProgress(), LOG_INTERVAL).unref()
        break
      case 'pages':
        clearInterval(this.lines)
        if (message.problem !== null) this.soundness.damaged(message.problem)
        else this.soundness.wasChecked()
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
        this.soundness.damaged(message.reason)
        break
      case 'pages failed':
        clearInterval(this.lines)
        this.pageCheck = null
        log('warn', 'the store could not be checked', { reason: message.reason })
        break
      case 'failed':
        log('warn', 'the store could not be checked', { reason: message.reason })
        break
      default:
        message satisfies never
    }
  }

  private logBreaches(): void {
    const now = clock().monotonic()
    if (this.breaches.length === 0 || now - this.breachesLoggedAt < BREACH_LINES) return
    const named = this.breaches.slice(0, NAMED).join(', ')
    log('warn', 'the store holds what does not make its hash', { found: named, count: this.breaches.length })
    this.breaches = []
    this.breachesLoggedAt = now
  }

  private logLeaves({ problems, trees, slot }: LeafReport): void {
    const places = (of: readonly LeafProblem[]) => of.slice(0, NAMED).map(lineOn).join('; ')
    const found = places(problems)
    if (found === places(this.leaves?.report?.problems ?? [])) return
    const count = trees.reduce((sum, tree) => sum + wrongLeaves(tree), 0)
    if (count > 0) log('error', 'the leaf indices of a state tree are not contiguous', { found, count, slot })
    else log('info', 'the leaf indices of all state trees are contiguous again', { slot })
  }

  private progress(): number | null {
    const read = this.checker.bytesRead()
    if (this.pageCheck === null || read === null || this.pageCheck.size === 0) return null
    return Math.min(1, Math.max(0, (read - this.pageCheck.readBefore) / this.pageCheck.size))
  }

  private logProgress(): void {
    const done = this.progress()
    const percent = done === null ? {} : { percent: Math.floor(100 * done) }
    log('info', 'checking the store', { bytes: this.pageCheck?.size ?? 0, ...percent })
  }
}

/** Unix seconds. */
function now(): number {
  return Math.floor(clock().wall() / 1000)
}

const HASH_RESULTS: HashResult[] = ['matches', 'differs', 'cannot_tell']

/** Without this bound the thread takes five times as much memory. */
const YOUNG = { maxYoungGenerationSizeMb: 6 }

/** Milliseconds: a read of some rows, or slow nodes. */
const END_WITHIN = 2_000

export function startChecker(file: string, task: CheckTask): Checker {
  const thread = new Worker(file, { workerData: task, resourceLimits: YOUNG })
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
      await inTime(exited, END_WITHIN)
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
