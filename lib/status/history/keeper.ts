import fs from 'node:fs'
import path from 'node:path'
import type { ProbeSample } from '../../api/status'
import type { Verdict } from '../../api/verdicts'
import { clock } from '../../platform/clock'
import type { Lock } from '../../platform/sqlite/lock'
import type { StatusAvailability } from './availability-contract'
import { readAvailability } from './availability-reader'
import type { StatusHistory, VerdictChange } from './contract'
import {
  FILE,
  type HistoryDatabase,
  HistoryError,
  isBusy,
  isFull,
  isHistoryError,
  MAX_BYTES,
  openToRead,
  openToWrite,
  reasonOf,
} from './database'
import { type NoteKind, readNotes, type StoredNote } from './notes'
import { withoutOldWords } from './old-words'
import { readBegan, readChanges, readHistory, readLast } from './reader'
import { type CheckRecord, Recorder } from './recorder'
import { LOCK_FILE, takeRecorderLock } from './recorder-lock'
import { isDamagedHistory } from './values'

/** Milliseconds after which a file that could not be opened is tried again. */
const RETRY_MS = 60_000

/** What this process has while it is the one that records. */
interface RecordedNetwork {
  lock: Lock
  db: HistoryDatabase
  recorder: Recorder
}

/**
 * The history of one folder as this process has it: it records where no other process does, reads in any case, and makes
 * a reason of every failure. Nothing in here throws.
 */
export class HistoryKeeper {
  #recording: RecordedNetwork | null = null
  #reading: HistoryDatabase | null = null
  /** True when another process recorded at the last check. */
  #another = false
  /** Why the last check was not recorded; null: it was. */
  #failure: string | null = null
  /** Epoch milliseconds at which the file could not be opened; null: it could. */
  #failedAt: number | null = null
  /** Which files are open, by their inodes: someone may have moved them away. */
  #inodes: string | null = null

  constructor(
    private readonly folder: string,
    private readonly maxBytes: number = MAX_BYTES,
  ) {}

  record(network: string, check: CheckRecord): void {
    try {
      this.#closeWhatWasMoved()
      const recording = this.#recording ?? this.#beginToRecord()
      if (!recording) return
      recording.recorder.record(network, check)
      this.#failure = null
    } catch (error) {
      this.#failToRecord(error)
    }
  }

  history(network: string, range: { fromMs: number; toMs: number; points: number }): StatusHistory {
    try {
      const recorded = this.#read((db) => readHistory(db, network, range, clock().wall()))
      return { ...recorded, ...this.#recordedBy() }
    } catch (error) {
      const recordedBy = this.#recording && this.#failure === null ? 'this' : 'nobody'
      return { ...readHistory(null, network, range, clock().wall()), recordedBy, reason: reasonOf(error) }
    }
  }

  /** @param objective in percent */
  availability(network: string, objective: number): StatusAvailability {
    const now = clock().wall()
    try {
      return this.#read((db) => readAvailability(db, network, objective, now))
    } catch {
      // Why, the history says.
      return readAvailability(null, network, objective, now)
    }
  }

  changes(network: string, range: { fromMs: number; toMs: number; limit: number }): VerdictChange[] {
    return this.#readOr([], (db) => readChanges(db, network, range))
  }

  began(network: string): string | null {
    return this.#readOr(null, (db) => readBegan(db, network))
  }

  last(network: string, count: number): (ProbeSample & { verdict: Verdict })[] {
    return this.#readOr([], (db) => readLast(db, network, count))
  }

  notes(kind: NoteKind, sinceMs: number, limit: number): StoredNote[] {
    return this.#readOr([], (db) => readNotes(db, kind, sinceMs, limit))
  }

  /** Runs `work` in one transaction. @throws HistoryError where another process records, or nobody can. */
  write<T>(work: (db: HistoryDatabase) => T): T {
    let problem: string
    try {
      this.#closeWhatWasMoved()
      const recording = this.#recording ?? this.#beginToRecord()
      if (recording) return recording.db.write(() => work(recording.db))
      problem = this.#another
        ? 'Another explorer on the same DATA_DIR records: post it to that one.'
        : (this.#failure ?? 'The history could not be opened.')
    } catch (error) {
      problem = reasonOf(error)
    }
    throw new HistoryError(problem)
  }

  /** Whether the file can be opened and read, or made. */
  open(): { ok: boolean; reason?: string } {
    try {
      this.#read(() => null)
      return this.#failedAt === null ? { ok: true } : { ok: false, reason: this.#failure ?? '' }
    } catch (error) {
      return { ok: false, reason: reasonOf(error) }
    }
  }

  /** Closes everything, for another process or a new file; the next call opens it again. */
  close(): void {
    for (const open of [this.#recording?.db, this.#reading, this.#recording?.lock]) {
      try {
        open?.close()
      } catch {
        // A disk that fails now has failed before, and that was reported.
      }
    }
    this.#recording = null
    this.#reading = null
    this.#inodes = null
  }

  /** Null while another process records, or shortly after a failure. */
  #beginToRecord(): RecordedNetwork | null {
    if (this.#failedAt !== null && Math.abs(clock().wall() - this.#failedAt) < RETRY_MS) return null
    fs.mkdirSync(this.folder, { recursive: true })
    const lock = takeRecorderLock(this.folder)
    this.#another = lock === null
    this.#failedAt = null
    this.#failure = null
    if (!lock) return null
    try {
      const db = withoutOldWords(openToWrite(this.folder, this.maxBytes))
      this.#reading?.close()
      this.#reading = null
      this.#recording = { lock, db, recorder: new Recorder(db, this.maxBytes) }
      this.#inodes = this.#inodesNow()
      return this.#recording
    } catch (error) {
      lock.close()
      throw error
    }
  }

  #failToRecord(error: unknown): void {
    this.#failure = reasonOf(error)
    const isDamaged = isDamagedHistory(error)
    const passes = (isHistoryError(error) && !isDamaged) || isBusy(error) || isFull(error)
    if (!this.#recording || !passes) {
      this.close()
      this.#failedAt = clock().wall()
      return
    }
    if (!isFull(error)) return
    try {
      this.#recording.recorder.makeRoom(clock().wall())
    } catch {
      // It stays full, which is reported already.
    }
  }

  #recordedBy(): Pick<StatusHistory, 'recordedBy' | 'reason'> {
    if (this.#failure !== null) return { recordedBy: 'nobody', reason: this.#failure }
    if (this.#recording) return { recordedBy: 'this' }
    if (this.#another || this.#anotherRecords()) return { recordedBy: 'another' }
    return { recordedBy: 'nobody', reason: 'No check since this explorer started.' }
  }

  /** For a process that has not checked yet. */
  #anotherRecords(): boolean {
    if (!fs.existsSync(path.join(this.folder, LOCK_FILE))) return false
    const lock = takeRecorderLock(this.folder)
    lock?.close()
    return lock === null
  }

  #readOr<T>(otherwise: T, work: (db: HistoryDatabase) => T): T {
    try {
      return this.#read((db) => (db ? work(db) : otherwise))
    } catch {
      return otherwise
    }
  }

  #read<T>(work: (db: HistoryDatabase | null) => T): T {
    this.#closeWhatWasMoved()
    if (this.#recording) {
      const { db } = this.#recording
      return db.read(() => work(db))
    }
    this.#reading ??= openToRead(this.folder)
    this.#inodes ??= this.#inodesNow()
    const db = this.#reading
    if (!db) return work(null)
    try {
      return db.read(() => work(db))
    } catch (error) {
      this.close()
      throw error
    }
  }

  /** A file that was moved away or put back would be written to and read from where nobody sees it. */
  #closeWhatWasMoved(): void {
    if (this.#inodes !== null && this.#inodes !== this.#inodesNow()) this.close()
  }

  #inodesNow(): string {
    const inodes = [FILE, LOCK_FILE].map((name) => {
      return fs.statSync(path.join(this.folder, name), { throwIfNoEntry: false })?.ino
    })
    return inodes.join()
  }
}
