import { connection } from 'next/server'
import { Link } from '@/components/frame/link'
import { SearchForm } from '@/components/frame/search-form'
import { Wordmark } from '@/components/frame/wordmark'
import { helpHref, latestHref, statusHref } from '@/lib/urls/links'
import { missingHead } from './head'

export const metadata = missingHead()

/** A path that Leafscan does not have. */
export default async function NotFound() {
  // Rendered for each request: its scripts bear the request's nonce.
  await connection()
  return (
    <main className="mx-auto w-full max-w-3xl p-6">
      <p>
        <Link href="/" className="text-ink no-underline">
          <Wordmark />
        </Link>
      </p>
      <h1 className="mt-8 text-lg">Page not found</h1>
      <p className="mt-2 max-w-prose text-sm">
        Owners live under <code className="id">/owner/…</code>, delegates under <code className="id">/delegate/…</code>,
        account hashes under <code className="id">/account/…</code>. Or search for what you have:
      </p>
      <div className="mt-4">
        <SearchForm cluster={undefined} />
      </div>
      <nav aria-label="Site" className="mt-6 flex flex-wrap gap-x-5 gap-y-2 text-sm">
        <Link href={latestHref({}, undefined)}>Latest transactions</Link>
        <Link href={statusHref(undefined)}>Status</Link>
        <Link href={helpHref(undefined)}>Help</Link>
      </nav>
    </main>
  )
}
