import 'server-only'
import type { OtherReadings } from '@/app/owner/[owner]/filters/owner-tools'
import { walletFilter } from '@/lib/listing/address/owner-address'
import { rememberedList } from '@/lib/listing/read/chunk'
import type { UrlFilter } from '@/lib/page/address'
import { MINT_OFFSET, TOKEN_PROGRAM } from '@/lib/protocol/light/token-program'
import type { Network } from '@/lib/upstream/networks/networks'

/** What an owner's address may be, too, by lists that somebody has read in the last minutes: it costs no call. */
export function otherReadings(network: Network, owner: string): OtherReadings {
  const tokens = (memcmp: UrlFilter) =>
    rememberedList(network, 'getCompressedAccountsByOwner', { owner: TOKEN_PROGRAM, filters: [{ memcmp }] })
  return {
    wallet: tokens(walletFilter(owner)),
    mint: tokens({ offset: MINT_OFFSET, bytes: owner }),
    delegate: rememberedList(network, 'getCompressedTokenAccountsByDelegate', { delegate: owner }),
  }
}
