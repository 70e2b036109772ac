import 'server-only'
import type { OtherReadings } from '@/app/owner/[owner]/filters/owner-tools'
import { walletFilter } from '@/lib/listing/address/owner-address'
import type { UrlFilter } from '@/lib/page/address'
import { MINT_OFFSET, TOKEN_PROGRAM } from '@/lib/protocol/light/token-program'
import { door } from '@/lib/server/door'
import type { Network } from '@/lib/upstream/networks/networks'

/** What an owner's address may be, too, by lists that somebody has read in the last minutes: it costs no call. */
export function otherReadings(network: Network, owner: string): OtherReadings {
  const tokens = (memcmp: UrlFilter) =>
    door().remembered(network, 'getCompressedAccountsByOwner', { owner: TOKEN_PROGRAM, filters: [{ memcmp }] })
  return {
    wallet: tokens(walletFilter(owner)),
    mint: tokens({ offset: MINT_OFFSET, bytes: owner }),
    delegate: door().remembered(network, 'getCompressedTokenAccountsByDelegate', { delegate: owner }),
  }
}
