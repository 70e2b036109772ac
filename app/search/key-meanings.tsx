import { Elsewhere } from '@/components/frame/elsewhere'
import { Link } from '@/components/ui/link'
import { StalePart } from '@/components/ui/stale-label'
import { StateNotice } from '@/components/ui/state-notice'
import type { Cluster } from '@/lib/page/address'
import * as words from '@/lib/search/words'
import type { Network } from '@/lib/upstream/networks/networks'
import type { Meaning } from '../../lib/search/meanings'

export function KeyMeanings({
  text,
  meanings,
  network,
  cluster,
}: {
  text: string
  meanings: readonly Meaning[]
  network: Network
  cluster: Cluster
}) {
  const isAll = (state: Meaning['state']) => meanings.every((each) => each.state === state)
  const hasFound = meanings.some(({ state }) => state === 'found')
  const failed = meanings.find(({ problem }) => problem !== null)
  const stale = meanings.find(({ old }) => old !== null)
  // Both retry automatically, which must not repeat a request that was too slow.
  const mayRefresh = meanings.every(({ state }) => state !== 'slow')
  return (
    <>
      <p className="mt-2">
        <bdi dir="ltr" className="id">
          {text}
        </bdi>
      </p>
      <p className="mt-1 max-w-prose text-sm text-muted">{words.couldBe}</p>
      <h2 className="mt-4 text-base">
        {hasFound ? 'Results' : isAll('none') ? 'No results' : words.noResultsYet(network.name)}
      </h2>
      {isAll('none') && <Elsewhere network={network} kind="address" text={text} cluster={cluster} hasHead={false} />}
      <ul className="panel mt-2 max-w-3xl divide-y divide-line">
        {meanings.map((meaning) => (
          <MeaningRow key={meaning.as} meaning={meaning} />
        ))}
      </ul>
      {!hasFound && <p className="mt-3 max-w-prose text-sm text-muted">{words.limits}</p>}
      {stale?.old && mayRefresh && (
        <div className="mt-4">
          <StalePart old={stale.old} what="a response" />
        </div>
      )}
      {failed?.problem && mayRefresh && (
        <div className="mt-4">
          <StateNotice problem={failed.problem} />
        </div>
      )}
    </>
  )
}

const INK: Partial<Record<Meaning['state'], string>> = {
  none: 'text-muted',
  slow: 'text-doubt',
  unasked: 'text-doubt',
  unknown: 'text-doubt',
  failed: 'text-fail',
}

function MeaningRow({ meaning: { as, state, words: result, href, old } }: { meaning: Meaning }) {
  return (
    <li className="flex min-h-12 items-center gap-4 px-4 py-2 text-sm">
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4">
        <span className="basis-full font-semibold sm:basis-28">{as}</span>
        <span className={INK[state]}>{result}</span>
        {old && <span className="chip chip-doubt">not current</span>}
      </div>
      {state !== 'none' && (
        <Link href={href} className="button shrink-0">
          <span>{state === 'found' ? 'Open' : 'Open anyway'}</span>
          <span className="sr-only">{` as ${as.toLowerCase()}`}</span>
        </Link>
      )}
    </li>
  )
}
