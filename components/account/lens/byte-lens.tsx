'use client'

import { type ReactNode, useEffect, useState } from 'react'
import type { LensProps } from './lens'

/** The byte lens, loaded when the first row opens. The plain view is shown until then and without scripts. */
export function ByteLens({ plain, ...props }: LensProps & { plain: ReactNode }) {
  const [Lens, setLens] = useState<typeof import('./lens').Lens | null>(null)
  useEffect(() => {
    import('./lens').then(
      (module) => setLens(() => module.Lens),
      () => {},
    )
  }, [])
  const key = `${props.hash} ${props.list?.slice?.offset ?? 0} ${props.base64.length}`
  return Lens ? <Lens key={key} {...props} /> : plain
}
