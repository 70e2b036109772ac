import { isTokenProgram } from '../../protocol/light/token-program'
import type { ConsumedAccount, CreatedAccount, EventDetails, KnownTransaction } from '../contract'

/** An event with what it touched. */
export interface Touched {
  details: KnownTransaction
  index: number
  event: EventDetails
  consumed: readonly ConsumedAccount[]
  created: readonly CreatedAccount[]
}

export function touchedBy(details: KnownTransaction, index: number, event: EventDetails): Touched {
  const isOwn = (one: { event: number }) => one.event === index
  return { details, index, event, consumed: details.consumed.filter(isOwn), created: details.created.filter(isOwn) }
}

/** Nothing says what it held: only its hash is known. */
export const isHashOnly = ({ fields, content }: ConsumedAccount) => !fields && content.state !== 'read'

/** Or may hold some: its content is not known. Token accounts have no address. */
export function holdsTokens({ fields, content }: ConsumedAccount): boolean {
  if (content.state === 'read') return content.token !== null
  return fields !== null && fields.data !== null && fields.address === null && isTokenProgram(fields.owner)
}
