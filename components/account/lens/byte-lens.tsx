'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { layoutInFragment } from '@/lib/account/lens/layout-fragment'
import type { LensProps } from './lens'

/**
 * The byte lens, loaded when it is first seen. The plain view is shown until then and without scripts. `folded`: behind a heading,
 * unless the URL has a layout for it.
 */
export function ByteLens({ plain, folded = false, ...props }: LensProps & { plain: ReactNode; folded?: boolean }) {
  const [Lens, setLens] = useState<typeof import('./lens').Lens | null>(null)
  const [isOpen, setOpen] = useState(!folded)
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    // Readers may have opened it before scripts ran.
    const isLinked = layoutInFragment(location.hash) !== null
    if (isLinked) details.current?.scrollIntoView()
    if (isLinked || details.current?.open) setOpen(true)
  }, [])
  useEffect(() => {
    if (!isOpen) return
    import('./lens').then(
      (module) => setLens(() => module.Lens),
      () => {},
    )
  }, [isOpen])
  const key = `${props.hash} ${props.list?.slice?.offset ?? 0} ${props.base64.length}`
  const lens = Lens ? <Lens key={key} {...props} /> : plain
  if (!folded) return lens
  return (
    <details ref={details} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="cursor-pointer text-sm text-muted">Bytes in hex and as values</summary>
      <div className="pt-3">{lens}</div>
    </details>
  )
}
