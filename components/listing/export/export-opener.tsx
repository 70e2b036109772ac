'use client'

import { type ComponentType, type ReactNode, useState } from 'react'
import type { ExportPanelProps } from './export-panel'

/** Loads the export panel on first click; without it, the links still download the whole list. */
export function ExportOpener({ children, ...props }: ExportPanelProps & { children: ReactNode }) {
  const [Panel, setPanel] = useState<ComponentType<ExportPanelProps>>()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="button needs-script"
        aria-expanded={open}
        onClick={() => {
          setOpen(!open)
          if (Panel) return
          import('./export-panel').then(
            (loaded) => setPanel(() => loaded.ExportPanel),
            () => setOpen(false),
          )
        }}
      >
        Export…
      </button>
      {children}
      {open && Panel && <Panel {...props} />}
    </>
  )
}
