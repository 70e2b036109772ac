'use client'

import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

export default function ErrorPage({ reset }: { reset: () => void }) {
  // Loaded only when a page fails; the message does not wait for it.
  const [Frame, setFrame] = useState<ComponentType<{ children: ReactNode }> | null>(null)
  useEffect(() => {
    import('@/components/frame/shell').then(
      ({ BareShell }) => setFrame(() => BareShell),
      () => {},
    )
  }, [])
  const content = (
    <>
      <title>Leafscan failed</title>
      <h1 className="text-lg">Leafscan itself failed on this page</h1>
      <p className="mt-2 text-sm">This is a fault of the explorer, not of the data.</p>
      <p className="mt-4 flex gap-2">
        <button type="button" className="button button-primary" onClick={reset}>
          Retry
        </button>
        <a href="/" className="button">
          Home
        </a>
      </p>
    </>
  )
  return Frame ? <Frame>{content}</Frame> : <main className="site-content">{content}</main>
}
