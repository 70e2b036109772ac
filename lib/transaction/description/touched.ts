import { isTokenProgram } from '../../protocol/light/token-program'
import type { ConsumedAccount, EventDetails, KnownTransaction, TokenFields } from '../contract'

/** An event with the accounts that it consumed and created. */
export interface Touched {
  details: KnownTransaction
  index: number
  event: EventDetails
  before: readonly TouchedAccount[]
  after: readonly TouchedAccount[]
  /** True: it consumed accounts of which only the hash is known; they are not in `before`. */
  hasHashOnly: boolean
}

export interface TouchedAccount {
  hash: string
  owner: string
  lamports: bigint
  address: string | null
  data: object | null
  /** undefined: it may hold tokens, and its content is not known. */
  token: TokenFields | null | undefined
}

export function touchedBy(details: KnownTransaction, index: number, event: EventDetails): Touched {
  const consumed = details.consumed.filter((one) => one.event === index)
  const created = details.created.filter((one) => one.event === index)
  const before = consumed.flatMap(accountOf)
  const after = created.map(({ account, token }) => ({ ...account, token }))
  return { details, index, event, before, after, hasHashOnly: before.length < consumed.length }
}

function accountOf({ hash, fields, content }: ConsumedAccount): TouchedAccount[] {
  if (content.state === 'read') return [{ ...content.account, token: content.token }]
  if (!fields) return []
  // Token accounts have no address.
  const mayHoldTokens = fields.data !== null && fields.address === null && isTokenProgram(fields.owner)
  return [{ ...fields, hash, token: mayHoldTokens ? undefined : null }]
}
