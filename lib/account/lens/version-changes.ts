import type { DecodedValue, WithDecoding } from '../../api/idl'
import { base64Bytes } from '../../format/base64'
import type { AccountItem } from '../../protocol/rpc/items'
import { stringifyJson } from '../../protocol/rpc/json'
import type { TokenData } from './token-data'

export interface VersionFields {
  account: WithDecoding<AccountItem>
  tokenData: TokenData | null
}

/** A field of the program's IDL. */
export interface ChangedField {
  name: string
  before: DecodedValue | undefined
  after: DecodedValue | undefined
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
  fields: ChangedField[]
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
    fields: changedFields(before.account, after.account),
    bytes: changedBytes(old ?? NOTHING, now ?? NOTHING),
    lengths: { before: old?.length ?? null, after: now?.length ?? null },
  }
}

function changedFields(
  { decoded: old }: VersionFields['account'],
  { decoded: now }: VersionFields['account'],
): ChangedField[] {
  if (!old || !now || !('fields' in old) || !('fields' in now) || old.struct !== now.struct) return []
  const textOf = (value: DecodedValue | undefined) => (value === undefined ? '' : stringifyJson(value))
  return Object.keys({ ...old.fields, ...now.fields })
    .map((name) => ({ name, before: old.fields[name], after: now.fields[name] }))
    .filter(({ before, after }) => textOf(before) !== textOf(after))
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
