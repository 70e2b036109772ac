'use client'

import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react'
import type { Cluster } from '@/lib/page/address'
import type { Mints } from '@/lib/protocol/solana/mint-info'
import type { ExposureWalkProps } from './exposure-walk'

/** The server's sums as HTML (`children`) if it has them; else the browser reads the whole list, with code loaded on demand. */
export function ExposurePanel({
  atHand,
  delegate,
  mint,
  known,
  network,
  cluster,
  children,
}: {
  atHand: 'whole' | 'long' | 'failed'
  delegate: string
  mint: string | null
  known: Mints
  network: string
  cluster: Cluster
  children: ReactNode
}) {
  const [walk, setWalk] = useState<{ Walk: ComponentType<ExposureWalkProps>; file: boolean } | null>(null)
  const load = useCallback(async (file: boolean) => {
    const { ExposureWalk } = await import('./exposure-walk')
    setWalk((before) => before ?? { Walk: ExposureWalk, file })
  }, [])
  useEffect(() => {
    if (atHand !== 'whole') void load(false)
  }, [atHand, load])
  return (
    <section aria-labelledby="exposure" className="relative pb-3">
      <h2 id="exposure" className="float-start me-3 text-base">
        Delegated balances
      </h2>
      {walk ? (
        <walk.Walk delegate={delegate} mint={mint} known={known} network={network} cluster={cluster} file={walk.file}>
          {children}
        </walk.Walk>
      ) : (
        <>
          {children}
          {atHand === 'whole' && (
            <p className="absolute end-0 max-sm:bottom-2.5 sm:top-0">
              <button
                type="button"
                className="button button-quiet needs-script min-h-6! max-sm:px-1!"
                onClick={() => void load(true)}
              >
                Export revoke list (CSV)
              </button>
            </p>
          )}
        </>
      )}
    </section>
  )
}
