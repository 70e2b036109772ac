import type { AccountItem } from '../../protocol/rpc/items'
import type { EventDetails, KnownTransaction, TokenFields } from '../contract'
import { tokenOf } from '../sums'

/** An event with the accounts that it consumed and created. */
export interface Touched {
  details: KnownTransaction
  index: number
  event: EventDetails
  before: TouchedAccount[]
  after: TouchedAccount[]
  /** True: it consumed accounts of which only the hash is known; they are not in `before`. */
  hasHashOnly: boolean
}

export interface TouchedAccount {
  hash: string
  address: string | null
  program: string
  token: TokenFields | null
  /** Of its tokens; null: lamports are all it holds; '': it may hold tokens that are not known; undefined: it has other content. */
  mint: string | null | undefined
  /** Of tokens of `mint`, or of lamports. */
  owner: string
  amount: bigint
}

export function touchedBy(details: KnownTransaction, index: number, event: EventDetails): Touched {
  const consumed = details.consumed.filter((one) => one.event === index)
  const before = consumed.flatMap((one) => {
    const { hash, fields, content } = one
    if (content.state === 'read') return touchedAccount(content.account, content.token)
    return fields ? touchedAccount({ ...fields, hash }, tokenOf(one)) : []
  })
  const created = details.created.filter((one) => one.event === index)
  const after = created.map(({ account, token }) => touchedAccount(account, token))
  return { details, index, event, before, after, hasHashOnly: before.length < consumed.length }
}

type AccountFields = Pick<AccountItem, 'hash' | 'address' | 'owner' | 'lamports'> & { data: object | null }

/** @param token text: why it is not known */
function touchedAccount(
  { hash, address, owner, lamports, data }: AccountFields,
  token: TokenFields | string | null,
): TouchedAccount {
  const about = { hash, address, program: owner }
  if (token !== null && typeof token === 'object') {
    return { ...about, token, mint: token.mint, owner: token.owner, amount: token.amount }
  }
  const mint = token !== null ? '' : data || address ? undefined : null
  return { ...about, token: null, mint, owner, amount: lamports }
}
