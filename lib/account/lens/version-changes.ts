import { base64Bytes } from '../../format/base64'
import type { AccountItem } from '../../protocol/rpc/items'
import type { TokenData } from './token-data'

export interface VersionFields {
  account: AccountItem
  tokenData: TokenData | null
}

export interface ChangedValue {
  name: 'lamports' | 'owner' | 'amount' | 'mint' | 'wallet' | 'delegate' | 'state' | 'discriminator'
  before: bigint | string | null
  after: bigint | string | null
}

/** `before` is empty past the old end, `after` past the new one. */
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

/** Equal bytes between two changes that still join them: a field may have some that did not change. */
const JOINED_GAP = 3

export function versionChanges(before: VersionFields, after: VersionFields): VersionChanges {
  const bytesOf = ({ account }: VersionFields) => (account.data ? base64Bytes(account.data.data) : null)
  const [old, now] = [bytesOf(before), bytesOf(after)]
  const pairs: ChangedValue[] = [
    { name: 'lamports', before: before.account.lamports, after: after.account.lamports },
    { name: 'owner', before: before.account.owner, after: after.account.owner },
    { name: 'mint', before: before.tokenData?.mint ?? null, after: after.tokenData?.mint ?? null },
    { name: 'wallet', before: before.tokenData?.owner ?? null, after: after.tokenData?.owner ?? null },
    { name: 'amount', before: before.tokenData?.amount ?? null, after: after.tokenData?.amount ?? null },
    { name: 'delegate', before: before.tokenData?.delegate ?? null, after: after.tokenData?.delegate ?? null },
    { name: 'state', before: before.tokenData?.state ?? null, after: after.tokenData?.state ?? null },
    {
      name: 'discriminator',
      before: before.account.data?.discriminator ?? null,
      after: after.account.data?.discriminator ?? null,
    },
  ]
  return {
    values: pairs.filter((pair) => pair.before !== pair.after),
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
