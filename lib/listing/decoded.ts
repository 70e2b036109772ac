import 'server-only'
import { StepBudget } from '../account/idl/decode'
import { decodeRows, decodeWith } from '../account/idl/decode-rows'
import { idlAtHand, idlOf, type ProgramIdl } from '../account/idl/load-idl'
import type { Answer } from '../api/answer'
import type { AccountItem, AnyItem } from '../protocol/rpc/items'
import type { MethodName, Params } from '../protocol/rpc/methods'
import type { Network } from '../upstream/networks/networks'

/* Rows of an owner, with what their data mean by the IDL of the owner program. Slices are never decoded. */

/** Milliseconds that an answer waits for a program's IDL. The next one has it. */
const IDL_MS = 800

/** The rows and their owner; null: nothing to decode. */
function decodableIn(method: MethodName, params: object, items: readonly AnyItem[] = []) {
  if (method !== 'getCompressedAccountsByOwner') return null
  const { owner, dataSlice } = params as Params<typeof method>
  const rows = items as readonly AccountItem[]
  return !dataSlice && rows.some(({ data }) => data) ? { owner, rows } : null
}

function itemsOf({ result }: Answer<MethodName>): readonly AnyItem[] | undefined {
  return (result as { value?: { items?: readonly AnyItem[] } }).value?.items
}

/** null: no data, or no IDL. */
export async function idlOfRows(network: Network, method: MethodName, params: object, items: readonly AnyItem[]) {
  const decodable = decodableIn(method, params, items)
  const found = decodable && (await idlOf(network, decodable.owner, IDL_MS, 'export'))
  return found?.state === 'found' ? found : null
}

type Asked<A> = [network: Network, method: MethodName, params: object, answer: A]

/** Waits for the IDL of a program that is new to this process. Answers without data are the given ones. */
export async function withDecodings<A extends Answer<MethodName>>(...[network, method, params, answer]: Asked<A>) {
  const decodable = decodableIn(method, params, itemsOf(answer))
  return decodable ? decoded(answer, decodable.rows, await idlOf(network, decodable.owner, IDL_MS)) : answer
}

/** Without a call. */
export function withKnownDecodings<A extends Answer<MethodName>>(...[network, method, params, answer]: Asked<A>) {
  const decodable = decodableIn(method, params, itemsOf(answer))
  const idl = decodable && idlAtHand(network, decodable.owner)
  return decodable && idl ? decoded(answer, decodable.rows, idl) : answer
}

/** Equal answers are one object while cached, and so are their decoded ones. */
const made = new WeakMap<object, { program: ProgramIdl; answer: object }>()

function decoded<A extends Answer<MethodName>>(answer: A, rows: readonly AccountItem[], program: ProgramIdl): A {
  const known = made.get(answer)
  if (known?.program === program) return known.answer as A
  const { rows: items, idl } = decodeWith(program, rows)
  if (idl === null) return answer
  const { value } = answer.result as { value: object }
  const result = { ...(answer.result as object), value: { ...value, items } }
  const next = { result, meta: { ...answer.meta, idl } }
  made.set(answer, { program, answer: next })
  return next as unknown as A
}

export type RowDecoder = (row: AccountItem) => AccountItem

/** A text: why rows of this list cannot be decoded. */
export async function rowDecoder(network: Network, params: object): Promise<RowDecoder | string> {
  const { owner, dataSlice } = params as Partial<Params<'getCompressedAccountsByOwner'>>
  if (owner === undefined || dataSlice) return 'parts of data are not decoded'
  const found = await idlOf(network, owner, IDL_MS)
  if (found.state !== 'found') return 'no IDL of the program is known'
  const budget = new StepBudget()
  return (row) => decodeRows(found.idl, [row], budget).rows[0] ?? row
}
