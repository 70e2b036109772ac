import type { DatabaseSetting, Environment } from '@/lib/platform/environment'
import { type Clock, pause } from '../../platform/clock'
import { databaseSize, SMALL_STORE } from '../store/sqlite/quick-check'
import type { StoreIdentity } from '../store/store'
import { leafNodes } from './leaves/leaf-nodes'
import type { CheckTask } from './messages'
import type { Soundness } from './soundness'
import { type Checker, type CheckReport, StoreCheck } from './store-check'

export const NOT_CHECKED: CheckReport = {
  progress: null,
  hashes: { matches: 0, differs: 0, cannot_tell: 0 },
  leaves: null,
}

/** Milliseconds until a store that was checked at the start is checked again. One too large for that is checked at once. */
const CHECK_LATER = 60_000

interface Checking {
  environment: Environment
  startChecker(task: CheckTask): Checker
  clock: Clock
}

/** Checks the store only once it is ready, so that the start does not wait. */
export class CheckLater {
  private check: StoreCheck | null = null
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
    const { file, checkedAtStart } = this
    const { database, identity, soundness } = this.of
    const { programIds } = environment
    const nodes = leafNodes(environment)
    const { signal } = this.ending
    if (checkedAtStart) await pause(CHECK_LATER, signal, clock)
    if (signal.aborted) return
    const checker = startChecker({ database, identity, tokenProgram: programIds.token, checkedAtStart, nodes })
    this.check = new StoreCheck(checker, soundness, file, environment.ledger.kind !== 'folder')
  }

  report(): CheckReport {
    return this.check?.report() ?? NOT_CHECKED
  }

  async end(): Promise<void> {
    this.ending.abort()
    await this.check?.end()
  }
}
