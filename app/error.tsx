'use client'

import { BareShell } from '@/components/frame/bare-shell'

/** The last resort: something in the explorer itself broke while rendering. */
export default function ErrorPage({ reset }: { reset: () => void }) {
  return (
    <BareShell>
      <title>Leafscan failed</title>
      <h1 className="text-lg">Leafscan itself failed on this page</h1>
      <p className="mt-2 text-sm">
        This is a fault of the explorer, not of the data. It has been logged on the server.
      </p>
      <p className="mt-4 flex gap-2">
        <button type="button" className="button button-primary" onClick={reset}>
          Retry
        </button>
        <a href="/" className="button">
          Home
        </a>
      </p>
    </BareShell>
  )
}
