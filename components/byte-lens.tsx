'use client'

import { type ReactNode, useEffect, useState } from 'react'
import type { LensProps } from './lens/lens'

type LensComponent = typeof import('./lens/lens').Lens

/** Kept once it is loaded: the next row opens with it at once. */
let loaded: LensComponent | null = null

/**
 * The byte lens, loaded when the first row is opened. Until then, without scripts and when it cannot be loaded, the
 * plain view stands in its place.
 */
export function ByteLens({ plain, ...props }: LensProps & { plain: ReactNode }) {
  const [Lens, setLens] = useState<LensComponent | null>(() => loaded)
  useEffect(() => {
    if (loaded) return
    import('./lens/lens').then(
      (module) => {
        loaded = module.Lens
        setLens(() => module.Lens)
      },
      () => undefined,
    )
  }, [])
  // Of another slice of the same account everything begins anew.
  const key = `${props.hash} ${props.list?.slice?.offset ?? 0} ${props.base64.length}`
  return Lens ? <Lens key={key} {...props} /> : plain
}
