import { Link } from '@/components/ui/link'
import { ownerHref } from '@/lib/listing/address/owner-address'
import type { Cluster } from '@/lib/page/address'
import { knownProgram } from '@/lib/protocol/solana/known-programs'

export function NotAWallet({ address, cluster }: { address: string; cluster: Cluster }) {
  if (!knownProgram(address)) return null
  return (
    <p>
      This address is not a wallet. <Link href={ownerHref(address, {}, cluster)}>Compressed accounts that it owns</Link>
    </p>
  )
}
