import { base64Bytes } from '../../format/base64'
import type { AccountItem } from '../../protocol/rpc/items'
import type { TokenData } from './token-data'

export interface VersionFields {
  account: AccountItem
  tokenData: TokenData | null
}

type Value = bigint | string | null

const VALUES = {
  lamports: ({ account }) => account.lamports,
  owner: ({ account }) => account.owner,
  mint: ({ tokenData }) => tokenData?.mint ?? null,
  wallet: ({ tokenData }) => tokenData?.owner ?? null,
  amount: ({ tokenData }) => tokenData?.amount ?? null,
  delegate: ({ tokenData }) => tokenData?.delegate ?? null,
  state: ({ tokenData }) => tokenData?.state ?? null,
  discriminator: ({ account }) => account.data?.discriminator ?? null,
} satisfies Record<string, (version: VersionFields) => Value>

export interface ChangedValue {
  name: keyof typeof VALUES
  before: Value
  after: Value
}

/** `before` is empty beyond the old data, `after` beyond the new data. */
export interface ChangedBytes {
  offset: number
  before: Uint8Array
  after: Uint8Array
}

export interface VersionChanges {
  values: ChangedValue[]
  bytes: ChangedBytes[]
  lengths: { before: number | null; after: number | null }
}

/** Changes with at most this many equal bytes between them are shown as one: they may be in one field. */
const JOINED_GAP = 3

export function versionChanges(before: VersionFields, after: VersionFields): VersionChanges {
  const bytesOf = ({ account }: VersionFields) => (account.data ? base64Bytes(account.data.data) : null)
  const [old, now] = [bytesOf(before), bytesOf(after)]
  const names = Object.keys(VALUES) as ChangedValue['name'][]
  const values = names.map((name) => ({ name, before: VALUES[name](before), after: VALUES[name](after) }))
  return {
    values: values.filter((value) => value.before !== value.after),
    bytes: changedBytes(old ?? NOTHING, now ?? NOTHING),
    lengths: { before: old?.length ?? null, after: now?.length ?? null },
  }
}

const NOTHING = new Uint8Array(0)

function changedBytes(old: Uint8Array, now: Uint8Array): ChangedBytes[] {
  const runs: { from: number; to: number }[] = []
  const length = Math.max(old.length, now.length)
  for (let at = 0; at < length; at++) {
    if (old[at] === now[at]) continue
    const last = runs.at(-1)
    if (last && at - last.to <= JOINED_GAP) last.to = at + 1
    else runs.push({ from: at, to: at + 1 })
  }
  return runs.map(({ from, to }) => ({ offset: from, before: old.subarray(from, to), after: now.subarray(from, to) }))
}
