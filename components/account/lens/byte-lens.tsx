'use client'

import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import type { LensProps } from './lens'

type LensComponent = typeof import('./lens').Lens

/** Characters of base64 beyond which rendering the plain view takes longer than loading the lens. */
const LARGE = 100_000

let loaded: LensComponent | null = null

/** The byte lens, loaded when the first row opens. The plain view is shown until then and without scripts. */
export function ByteLens({ plain, ...props }: LensProps & { plain: ReactNode }) {
  const [Lens, setLens] = useState<LensComponent | null>(() => loaded)
  const [failed, setFailed] = useState(false)
  const inBrowser = useSyncExternalStore(never, yes, no)
  useEffect(() => {
    if (loaded) return
    import('./lens').then(
      (module) => {
        loaded = module.Lens
        setLens(() => module.Lens)
      },
      () => setFailed(true),
    )
  }, [])
  const key = `${props.hash} ${props.list?.slice?.offset ?? 0} ${props.base64.length}`
  if (Lens) return <Lens key={key} {...props} />
  if (inBrowser && !failed && props.base64.length > LARGE) {
    return <p className="text-sm text-muted">Opening the byte lens …</p>
  }
  return plain
}

const never = () => () => {}
const yes = () => true
const no = () => false
