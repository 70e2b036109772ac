import type { AccountItem } from '../../protocol/rpc/items'
import type { AccountSources } from './account-content'
import type { AccountChoice, AccountContent, AccountTransaction } from './contract'

export type AdjacentVersion =
  | { kind: 'version'; hash: string }
  | { kind: 'created'; isNewAddress: boolean }
  | { kind: 'closed'; by: AccountTransaction }
  | { kind: 'several'; accounts: AccountChoice[] }
  | { kind: 'unknown' }

export interface HistoryStep {
  content: AccountContent
  previous: AdjacentVersion
  /** `next` of the previous version: this one, unless ambiguous; null: there was no single previous version. */
  previousNext: AdjacentVersion | null
  next: AdjacentVersion | null
}

/** Stores only steps that never change, except for a live end. */
export interface StepStore {
  get(hash: string): HistoryStep | null
  set(hash: string, step: HistoryStep): void
}

export interface HistorySources extends AccountSources {
  /** The first live rows of an owner, in one call; null: not available. */
  liveOf(owner: string): Promise<readonly AccountItem[] | null>
  store: StepStore
}
