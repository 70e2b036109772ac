import { Link } from '@/components/ui/link'
import { latestHref } from '@/lib/listing/address/list-address'
import { ownerHref } from '@/lib/listing/address/owner-address'
import { type Cluster, withCluster } from '@/lib/page/address'
import { TOKEN_PROGRAM } from '@/lib/protocol/light/token-program'
import type { Network } from '@/lib/upstream/networks/networks'
import * as words from '../words'

const FIRST_KINDS = ['holdings', 'owner', 'delegate', 'mint', 'consumed', 'large-amount']

const EVERYWHERE = [
  { title: 'The token program', text: words.tokenProgram, path: ownerHref(TOKEN_PROGRAM) },
  { title: 'Latest transactions', text: words.pickLatest, path: latestHref() },
]

type Example = (typeof EVERYWHERE)[number]

export function HomeExamples({ network, cluster }: { network: Network; cluster: Cluster }) {
  const own = network.about?.examples
  const first = own ? FIRST_KINDS.flatMap((kind) => own.find((each) => each.kind === kind) ?? []) : EVERYWHERE
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
