import { mintHref } from '@/lib/listing/address/list-address'
import type { Cluster } from '@/lib/page/address'
import { Link } from '../ui/link'

/** @param all the page without the mint */
export function ChosenMint({ mint, all, cluster }: { mint: string; all: string; cluster: Cluster }) {
  return (
    <p className="flex flex-wrap items-center gap-2 pt-2 text-sm">
      <span className="chip max-w-full">
        <span className="shrink-0">mint is</span>
        <Link href={mintHref(mint, cluster)} className="truncate" title={mint}>
          <bdi dir="ltr" className="id">
            {mint}
          </bdi>
        </Link>
      </span>
      <Link href={all}>All mints</Link>
    </p>
  )
}
