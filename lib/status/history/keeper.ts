import fs from 'node:fs'
import path from 'node:path'
import type { ProbeSample } from '../../api/status'
import type { Verdict } from '../../api/verdicts'
import { clock } from '../../platform/clock'
import { log } from '../../platform/log'
import { type Lock, takeLock } from '../../platform/sqlite/lock'
import { HISTORY_DATABASE } from '../../platform/sqlite/schema'
import { readAnnounced, writeAnnounced } from './announced'
import { budgetOf } from './budget'
import type { CheckRecord } from './check-record'
import type { ErrorBudget, IncidentDocument, NoteKind, StatusHistory } from './contract'
import {
  failureReason,
  type HistoryDatabase,
  HistoryError,
  isBusy,
  isFull,
  isHistoryError,
  MAX_BYTES,
  openToRead,
  openToWrite,
} from './database'
import { incidentBefore, readIncident } from './incident'
import type { IncidentRow } from './incident-rows'
import { readNotes, type StoredNote } from './notes'
import {
  networkRecord,
  type RecordedChange,
  readChanges,
  readCurrentVerdictSince,
  readHistory,
  readLastChecks,
} from './reader'
import { Recorder } from './recorder'
import { isDamagedHistory } from './values'

const RETRY_MS = 60_000

interface RecordedNetwork {
  lock: Lock
  db: HistoryDatabase
  recorder: Recorder
}

export class HistoryKeeper {
  #recording: RecordedNetwork | null = null
  #reading: HistoryDatabase | null = null
  #another = false
  #failure: string | null = null
  #failedAt: number | null = null

  constructor(
    private readonly folder: string,
    private readonly maxBytes: number = MAX_BYTES,
  ) {}

  record(network: string, check: CheckRecord): void {
    try {
      const recording = this.#recording ?? this.#beginToRecord()
      if (!recording) return
      recording.recorder.record(network, check)
      this.#recordAgain()
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
      return { ...readHistory(null, network, range, clock().wall()), recordedBy, reason: failureReason(error) }
    }
  }

  budget(network: string, objective: number): ErrorBudget {
    const now = clock().wall()
    return this.#readOr(budgetOf(null, objective, now), (db) => budgetOf(networkRecord(db, network), objective, now))
  }

  changes(network: string, range: { fromMs: number; toMs: number; limit: number }): RecordedChange[] {
    return this.#readOr([], (db) => readChanges(db, network, range))
  }

  incident(network: string, firstBeganMs: number, objective: number): IncidentDocument | null {
    return this.#readOr(null, (db) => {
      const found = readIncident(db, network, firstBeganMs, objective, clock().wall())
      return found && { ...found, history: { ...found.history, ...this.#recordedBy() } }
    })
  }

  incidentBefore(network: string, ms: number): IncidentRow | null {
    return this.#readOr(null, (db) => incidentBefore(db, network, ms))
  }

  began(network: string): string | null {
    return this.#readOr(null, (db) => readCurrentVerdictSince(db, network))
  }

  last(network: string, count: number): (ProbeSample & { verdict: Verdict })[] {
    return this.#readOr([], (db) => readLastChecks(db, network, count))
  }

  notes(kind: NoteKind, sinceMs: number, limit: number): StoredNote[] {
    return this.#readOr([], (db) => readNotes(db, kind, sinceMs, limit))
  }

  /** null also where another process records, since what it kept need not be what this one announced. */
  announced(network: string): ReturnType<typeof readAnnounced> {
    return this.#recording && this.#readOr(null, (db) => readAnnounced(db, network))
  }

  /** Not kept where this process cannot record. */
  keepAnnounced(network: string, announced: Parameters<typeof writeAnnounced>[2]): void {
    const db = this.#recording?.db
    try {
      db?.write(() => writeAnnounced(db, network, announced))
    } catch (error) {
      this.#failToRecord(error)
    }
  }

  /** @throws HistoryError when this process cannot record */
  write<T>(work: (db: HistoryDatabase) => T): T {
    let problem: string
    try {
      const recording = this.#recording ?? this.#beginToRecord()
      if (recording) return recording.db.write(() => work(recording.db))
      problem = this.#another
        ? 'Another explorer on the same DATA_DIR records: post it to that one.'
        : (this.#failure ?? 'The history could not be opened.')
    } catch (error) {
      problem = failureReason(error)
    }
    throw new HistoryError(problem)
  }

  open(): { ok: boolean; reason?: string } {
    try {
      this.#read(() => null)
      return this.#failure === null ? { ok: true } : { ok: false, reason: this.#failure }
    } catch (error) {
      return { ok: false, reason: failureReason(error) }
    }
  }

  close(): void {
    for (const open of [this.#recording?.db, this.#reading, this.#recording?.lock]) {
      try {
        open?.close()
      } catch {
        // A disk failure has already been reported.
      }
    }
    this.#recording = null
    this.#reading = null
  }

  /** null while another process records, or shortly after a failure. */
  #beginToRecord(): RecordedNetwork | null {
    if (this.#failedAt !== null && Math.abs(clock().wall() - this.#failedAt) < RETRY_MS) return null
    fs.mkdirSync(this.folder, { recursive: true })
    const lock = this.#takeLock()
    this.#another = lock === null
    this.#failedAt = null
    if (!lock) {
      this.#failure = null
      return null
    }
    try {
      const db = openToWrite(this.folder, this.maxBytes)
      this.#reading?.close()
      this.#reading = null
      this.#recording = { lock, db, recorder: new Recorder(db, this.maxBytes) }
      return this.#recording
    } catch (error) {
      lock.close()
      throw error
    }
  }

  #takeLock(): Lock | null {
    try {
      return takeLock(path.join(this.folder, HISTORY_DATABASE.lock), 0)
    } catch (error) {
      if (isBusy(error)) return null
      throw error
    }
  }

  #recordAgain(): void {
    if (this.#failure !== null) log('info', 'history recorded again')
    this.#failure = null
  }

  #failToRecord(error: unknown): void {
    const reason = failureReason(error)
    if (this.#failure !== reason) log('warn', 'history not recorded', { reason })
    this.#failure = reason
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
      // A full disk is already reported.
    }
  }

  #recordedBy(): Pick<StatusHistory, 'recordedBy' | 'reason'> {
    if (this.#failure !== null) return { recordedBy: 'nobody', reason: this.#failure }
    if (this.#recording) return { recordedBy: 'this' }
    if (this.#another) return { recordedBy: 'another' }
    return { recordedBy: 'nobody', reason: 'No check since this explorer started.' }
  }

  #readOr<T>(otherwise: T, work: (db: HistoryDatabase) => T): T {
    try {
      return this.#read((db) => (db ? work(db) : otherwise))
    } catch {
      return otherwise
    }
  }

  #read<T>(work: (db: HistoryDatabase | null) => T): T {
    if (this.#recording) {
      const { db } = this.#recording
      return db.read(() => work(db))
    }
    this.#reading ??= openToRead(this.folder)
    const db = this.#reading
    if (!db) return work(null)
    try {
      return db.read(() => work(db))
    } catch (error) {
      this.close()
      throw error
    }
  }
}
