import { connection } from 'next/server'
import { Shell } from '@/components/frame/shell'
import { Link } from '@/components/ui/link'
import { homeHref } from '@/lib/page/address'
import { loadStatus } from '@/lib/status/api'
import { networkNamed } from '@/lib/upstream/networks/networks'
import { notFoundMetadata } from '../lib/site/head'
import { shownNetwork } from '../lib/site/load'

export const metadata = notFoundMetadata()

export default async function NotFound() {
  // Rendered per request: its scripts carry the request's nonce.
  await connection()
  const network = networkNamed(undefined)
  if (!network) return null
  return (
    <Shell network={shownNetwork(network, homeHref)} status={await loadStatus(network)} showsData={false}>
      <h1 className="text-lg">Page not found</h1>
      <p className="mt-2 max-w-prose text-sm">
        Wallets live under <code className="id">/wallet/…</code>, owners under <code className="id">/owner/…</code>,
        delegates under <code className="id">/delegate/…</code>, account hashes under{' '}
        <code className="id">/account/…</code>, transactions under <code className="id">/tx/…</code>. Or search for what
        you have: the search finds out what it is.
      </p>
      <p className="mt-4 flex gap-2">
        <Link href={homeHref(undefined)} className="button button-primary">
          Home
        </Link>
      </p>
    </Shell>
  )
}
