import { fork } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import { clock } from '../../clock'
import type { HashVerdict } from '../../light/check-account'
import { log } from '../../log/log'
import type { Soundness } from '../soundness'
import { databaseSize } from '../store/sqlite/quick-check'
import type { CheckNews, CheckTask } from './messages'

/** What the check of a store in use has done so far. */
export interface CheckReport {
  /** How much of the look at all pages that is under way is done, 0 to 1; null where none is, or nobody can say. */
  progress: number | null
  /** Accounts whose hashes were made again. */
  hashes: Record<HashVerdict, number>
}

/** Whoever checks, as far as it is spoken to. */
export interface Checker {
  onNews(listener: (news: CheckNews) => void): void
  /** Bytes that it has read from files so far; null where nobody says. */
  bytesRead(): number | null
  end(): void
}

/** Milliseconds between two lines about a look that takes its time. */
const LINES = 10_000

/** Accounts of one line that are named, the rest is counted; and the milliseconds between two such lines. */
const NAMED = 3
const BREACH_LINES = 60_000

/** Listens to whoever checks the store, and tells what comes of it. */
export class StoreCheck {
  private readonly hashes: Record<HashVerdict, number> = { matches: 0, differs: 0, cannot_tell: 0 }
  private look: { readBefore: number; size: number } | null = null
  private lines: NodeJS.Timeout | undefined
  private breaches: string[] = []
  private saidBreaches = Number.NEGATIVE_INFINITY

  constructor(
    private readonly checker: Checker,
    private readonly soundness: Soundness,
    /** Path of the store's file; null for one on a server. */
    private readonly file: string | null,
  ) {
    checker.onNews((news) => this.hear(news))
  }

  report(): CheckReport {
    return { progress: this.progress(), hashes: { ...this.hashes } }
  }

  end(): void {
    clearInterval(this.lines)
    this.checker.end()
  }

  private hear(news: CheckNews): void {
    switch (news.kind) {
      case 'pages begin':
        this.look = {
          readBefore: this.checker.bytesRead() ?? 0,
          size: this.file === null ? 0 : databaseSize(this.file),
        }
        this.lines = setInterval(() => this.sayProgress(), LINES).unref()
        break
      case 'pages':
        clearInterval(this.lines)
        if (news.problem !== null) this.soundness.damaged(news.problem)
        else this.soundness.wasChecked()
        log('info', 'the store was checked', {
          bytes: this.look?.size ?? 0,
          dur_ms: Math.round(1_000 * news.seconds),
          found: news.problem ?? 'nothing',
        })
        this.look = null
        break
      case 'hashes':
        for (const verdict of VERDICTS) this.hashes[verdict] += news.counts[verdict]
        this.breaches.push(...news.breaches)
        this.sayBreaches()
        break
      case 'damage':
        this.soundness.damaged(news.reason)
        break
      case 'failed':
        log('warn', 'the store could not be checked', { reason: news.reason })
        break
      default:
        news satisfies never
    }
  }

  private sayBreaches(): void {
    const now = clock().monotonic()
    if (this.breaches.length === 0 || now - this.saidBreaches < BREACH_LINES) return
    const found = this.breaches.slice(0, NAMED).join(', ')
    log('warn', 'the store holds what does not make its hash', { found, count: this.breaches.length })
    this.breaches = []
    this.saidBreaches = now
  }

  private progress(): number | null {
    const read = this.checker.bytesRead()
    if (this.look === null || read === null || this.look.size === 0) return null
    return Math.min(1, Math.max(0, (read - this.look.readBefore) / this.look.size))
  }

  private sayProgress(): void {
    const done = this.progress()
    const percent = done === null ? {} : { percent: Math.floor(100 * done) }
    log('info', 'checking the store', { bytes: this.look?.size ?? 0, ...percent })
  }
}

const VERDICTS: HashVerdict[] = ['matches', 'differs', 'cannot_tell']

/**
 * Starts a process that checks, after all others in turn.
 * @param file what it runs.
 */
export function startChecker(file: string, task: CheckTask): Checker {
  const child = fork(file, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  let ending = false
  child.on('error', (error) => log('warn', 'the store is not checked', { reason: error.message }))
  child.on('exit', (code, signal) => {
    if (!ending) log('warn', 'the check of the store ended', { reason: String(signal ?? code) })
  })
  try {
    if (child.pid !== undefined) os.setPriority(child.pid, os.constants.priority.PRIORITY_LOW)
  } catch {
    // Where the system forbids it all processes are alike.
  }
  // Not by its arguments, which everybody can read: the task may hold a password.
  child.send(task, () => undefined)
  child.unref()
  child.channel?.unref()
  return {
    onNews: (listener) => void child.on('message', listener),
    bytesRead: () => (child.pid === undefined ? null : bytesReadBy(child.pid)),
    end() {
      ending = true
      child.kill('SIGKILL')
    },
  }
}

/** As Linux counts them, the system's own cache included; null elsewhere. */
function bytesReadBy(pid: number): number | null {
  try {
    const [, bytes] = /^rchar: (\d+)$/m.exec(fs.readFileSync(`/proc/${pid}/io`, 'utf8')) ?? []
    return bytes === undefined ? null : Number(bytes)
  } catch {
    return null
  }
}
