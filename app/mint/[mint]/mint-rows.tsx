'use client'

import { useCallback } from 'react'
import type { Narrow } from '@/components/account/token-cells'
import { walletHref } from '@/lib/wallet/address'
import { AccountRows } from '../../../components/listing/account-rows'
import type { RowsProps } from '../../../components/listing/list-rows'

/** A wallet narrows to its accounts of this mint, on the wallet's page. */
export function MintRows({ shown, mint }: RowsProps<'accounts'> & { mint: string }) {
  const { cluster } = shown.address
  const narrow: Narrow = useCallback(
    (part, key) => (part === 'wallet' ? walletHref(key, { tab: 'tokens', mint }, cluster) : null),
    [mint, cluster],
  )
  return <AccountRows shown={shown} narrow={narrow} />
}
