import { Link } from '@/components/ui/link'
import { latestHref } from '@/lib/listing/address/list-address'
import { ownerHref } from '@/lib/listing/address/owner-address'
import { type Cluster, withCluster } from '@/lib/page/address'
import { once } from '@/lib/platform/once'
import { TOKEN_PROGRAM } from '@/lib/protocol/light/token-program'
import type { Network } from '@/lib/upstream/networks/networks'
import { load } from '../../lib/site/load'
import { type Example, examplesAmong } from './home-found'

const FIRST_KINDS = ['holdings', 'owner', 'delegate', 'mint', 'consumed', 'large-amount']

const EVERYWHERE: Example[] = [
  { title: 'The token program', text: 'Owner of every compressed token account.', path: ownerHref(TOKEN_PROGRAM) },
  { title: 'Latest transactions', text: 'Pick one that just changed compressed state.', path: latestHref() },
]

const FOUND_AMONG = 100

/** Kept for all readers after the first request. */
const found = once('home examples', () => new Map<string, readonly Example[]>())

/** null: found; else the reason, a sentence. */
export async function findExamples(network: Network): Promise<string | null> {
  if (network.about || found().has(network.name)) return null
  const params = { owner: TOKEN_PROGRAM, limit: FOUND_AMONG }
  const { outcome } = await load(network, 'getCompressedAccountsByOwner', params)
  if ('problem' in outcome) return `No examples: ${outcome.problem.detail}`
  const examples = examplesAmong(outcome.answer.result.value.items)
  if (examples.length === 0) return 'This network has no token accounts yet. Pick one of its latest transactions.'
  found().set(network.name, examples)
  return null
}

export function HomeExamples({
  network,
  cluster,
  missing,
}: {
  network: Network
  cluster: Cluster
  missing: string | null
}) {
  const own = network.about?.examples
  const first = own
    ? FIRST_KINDS.flatMap((kind) => own.find((each) => each.kind === kind) ?? [])
    : [...(found().get(network.name) ?? []), ...EVERYWHERE]
  const others = own?.filter((each) => !first.includes(each)) ?? []
  return (
    <section id="examples" className="min-w-0">
      <h2 className="pb-2 text-base">Try an example</h2>
      {network.about && <p className="pb-3 text-sm text-muted">{network.about.about}</p>}
      <Examples examples={first} cluster={cluster} />
      {others.length > 0 && (
        <details className="pt-2">
          <summary className="min-h-6 cursor-pointer text-sm font-semibold">More examples</summary>
          <div className="pt-2">
            <Examples examples={others} cluster={cluster} />
          </div>
        </details>
      )}
      {!own && !found().has(network.name) && (
        <p className="pt-3 text-sm text-muted">
          {missing ?? (
            <Link href={`${withCluster('/?examples=find', cluster)}#examples`} rel="nofollow" className="button">
              Find wallets, delegates and mints
            </Link>
          )}
        </p>
      )}
    </section>
  )
}

function Examples({ examples, cluster }: { examples: readonly Example[]; cluster: Cluster }) {
  return (
    <ul className="panel divide-y divide-line">
      {examples.map(({ title, text, path }) => (
        <li key={path}>
          <Link href={withCluster(path, cluster)} className="block px-4 py-2.5 no-underline hover:bg-sunken">
            <span className="text-sm font-semibold">{title}</span>
            <span className="block text-sm text-muted">{text}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
