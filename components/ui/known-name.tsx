import { KNOWN_SINCE, knownProgram } from '@/lib/protocol/solana/known-programs'

/** What a known program is called, beside its address and never in its place. On the server only: the list is long. */
export function KnownName({ address }: { address: string }) {
  const known = knownProgram(address)
  if (!known) return null
  const about = `known program: ${known.source}, compared on ${KNOWN_SINCE}`
  return (
    <span className="chip" title={about} data-known>
      <span>{known.name}</span>
      <span className="sr-only">{` (${about})`}</span>
    </span>
  )
}
