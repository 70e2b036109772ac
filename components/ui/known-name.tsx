import { knownAccount } from '@/lib/protocol/solana/known-accounts'
import { PROGRAMS_COMPARED_ON } from '@/lib/protocol/solana/known-programs'

/** A file of its own: known accounts are in no page's scripts. */
export function KnownName({ address }: { address: string }) {
  const known = knownAccount(address)
  if (!known) return null
  const about = `known ${known.kind}: ${known.source}, compared on ${PROGRAMS_COMPARED_ON}`
  return (
    <span className="chip" title={known.purpose === null ? about : `${known.purpose} (${about})`} data-known>
      <span>{known.name}</span>
      <span className="sr-only">{` (${about})`}</span>
    </span>
  )
}
