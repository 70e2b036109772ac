'use client'

/** Without the site's frame: the client code may be what failed. */
export default function ErrorPage({ reset }: { reset: () => void }) {
  return (
    <main className="site-content">
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
    </main>
  )
}
