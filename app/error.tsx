'use client'

/** The last resort: something in the explorer itself broke while rendering. */
export default function ErrorPage({ reset }: { reset: () => void }) {
  return (
    <main className="mx-auto max-w-prose p-6">
      <title>Leafscan failed</title>
      <h1 className="text-lg">Leafscan itself failed on this page</h1>
      <p className="mt-2 text-sm">
        This is a fault of the explorer, not of the data. It has been logged on the server.
      </p>
      <p className="mt-4 flex gap-2">
        <button type="button" className="button" onClick={reset}>
          Retry
        </button>
        <a href="/" className="button">
          Home
        </a>
      </p>
    </main>
  )
}
