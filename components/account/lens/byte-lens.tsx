'use client'

import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import type { LensProps } from './lens'

type LensComponent = typeof import('./lens').Lens

/** Characters of base64 from which laying out the plain view takes longer than loading the lens. */
const LARGE = 100_000

/** Kept once it is loaded: the next row opens with it at once. */
let loaded: LensComponent | null = null

/**
 * The byte lens, loaded when the first row is opened. Until then, without scripts and when it cannot be loaded, the
 * plain view stands in its place.
 */
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
  // Another slice of the same account starts over.
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
