import { OwnerCorrections } from '@/app/owner/[owner]/filters/owner-tools'
import { PageHead } from '@/components/frame/page-head'
import { Shell } from '@/components/frame/shell'
import { Link } from '@/components/ui/link'
import type { InvalidParam } from '@/lib/api/problem'
import { ownerHref } from '@/lib/listing/address/owner-address'
import { OWNER_FIELDS, readOwnerQuery } from '@/lib/listing/address/owner-query'
import { DEFAULT_LIMIT } from '@/lib/page/address'
import { firstOf, type Search } from '@/lib/page/address-reader'
import { readPageLimit } from '@/lib/protocol/rpc/limit-text'
import { loadStatus } from '@/lib/status/load'
import type { Network } from '@/lib/upstream/networks/networks'
import { shownNetwork } from '../../../lib/site/load'

/** proxy.ts has set the status 400 from the same check; the indexer got no request. */
export async function InvalidOwner({
  owner,
  search,
  invalid,
  network: on,
}: {
  owner: string
  search: Search
  invalid: readonly InvalidParam[]
  network: Network
}) {
  const query = readOwnerQuery(owner, search)
  const limit = readPageLimit(firstOf(search, 'limit') ?? '') ?? DEFAULT_LIMIT
  const mode = firstOf(search, 'mode') === 'continuous' ? 'continuous' : 'pages'
  const network = shownNetwork(on, (cluster) => ownerHref(owner, { ...query, limit, mode }, cluster))
  return (
    <Shell network={network} status={await loadStatus(on)} showsData={false}>
      <PageHead kind="Owner" text={owner} />
      <section role="alert" className="panel mb-5 max-w-3xl border-s-4 border-s-fail px-4 py-3">
        <h2 className="text-base text-fail">{query.typed ? 'Invalid filter' : 'Invalid link'}</h2>
        <ul className="mt-2 space-y-1 text-sm">
          {invalid.map(({ name, message }) => (
            <li key={name}>
              <Named name={name} /> <span>{`${message}.`}</span>
            </li>
          ))}
        </ul>
        <p className="mt-3 text-sm text-muted">
          Nothing was requested. Correct it below, or{' '}
          <Link
            href={ownerHref(
              owner,
              { filters: query.filters.slice(0, 5), slice: query.slice, limit, mode },
              network.cluster,
            )}
          >
            continue without it
          </Link>
          .
        </p>
      </section>
      <OwnerCorrections owner={owner} query={query} limit={limit} mode={mode} cluster={network.cluster} />
    </Shell>
  )
}

function Named({ name }: { name: string }) {
  if (!Object.hasOwn(OWNER_FIELDS, name)) return <code className="id font-semibold">{name}</code>
  return <a href={`#${name}`}>{OWNER_FIELDS[name as keyof typeof OWNER_FIELDS]}</a>
}
