import type { Problem } from '../../api/problem'
import type { AccountItem } from '../../protocol/rpc/items'
import type { AccountSources } from './account-content'
import type { AccountChoice, AccountContent, AccountTransaction } from './contract'

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
