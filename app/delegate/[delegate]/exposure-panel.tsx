'use client'

import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import type { ExposureWalkProps } from './exposure-walk'

/** The server's sums as HTML (`children`) if it has them; else the browser reads the whole list, with code loaded on demand. */
export function ExposurePanel({
  isWhole,
  children,
  ...list
}: Omit<ExposureWalkProps, 'file'> & { isWhole: boolean; children: ReactNode }) {
  const [Walk, setWalk] = useState<ComponentType<ExposureWalkProps> | null>(null)
  const [isWanted, setWanted] = useState(!isWhole)
  useEffect(() => {
    if (isWanted) void import('./exposure-walk').then(({ ExposureWalk }) => setWalk(() => ExposureWalk))
  }, [isWanted])
  if (Walk) {
    return (
      <Walk {...list} file={isWhole}>
        {children}
      </Walk>
    )
  }
  return (
    <>
      {children}
      {isWhole && (
        <p className="absolute end-0 max-sm:bottom-2.5 sm:top-0">
          <button
            type="button"
            className="button button-quiet needs-script min-h-6! max-sm:px-1!"
            onClick={() => setWanted(true)}
          >
            Export revoke list (CSV)
          </button>
        </p>
      )}
    </>
  )
}
