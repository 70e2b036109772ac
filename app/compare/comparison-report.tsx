import { Link } from '@/components/ui/link'
import { Age } from '@/components/ui/time'
import type { Comparison, ComparisonVerdict, SetAsideReason } from '@/lib/compare/contract'
import { groupDigits } from '@/lib/format/numbers'
import type { Cluster } from '@/lib/page/address'
import { DifferencesTable } from './differences-table'
import { SidesTable } from './sides-table'
import * as words from './words'

const VERDICTS: Readonly<Record<ComparisonVerdict, readonly [chip: string, edge: string, word: string]>> = {
  equal: ['chip-live', 'border-s-leaf', 'Equal'],
  differs: ['chip-fail font-semibold', 'border-s-fail', 'Different'],
  not_settled: ['chip-doubt', 'border-s-doubt', 'Not settled'],
  not_compared: ['chip-doubt', 'border-s-doubt', 'Not compared'],
}

/** Different slots of two live indexers: lag, not a disagreement. */
const APART = ['', 'border-s-line', 'Apart'] as const

export function ComparisonReport({
  comparison,
  network,
  cluster,
  href,
  partsHref,
  apiHref,
}: {
  comparison: Comparison
  network: string
  cluster: Cluster
  href: string
  partsHref: string
  apiHref: string
}) {
  const { verdict, summary, comparedAt, differences, unsettled, setAside, sides, what } = comparison
  const [chip, edge, word] = what === 'slot' && verdict === 'not_settled' ? APART : VERDICTS[verdict]
  const aside = (Object.keys(words.setAside) as SetAsideReason[]).filter((kind) => setAside[kind] > 0)
  const inParts = sides.filter(({ partsEstimate }) => partsEstimate !== null)
  return (
    <>
      <section className={`panel border-s-4 px-4 py-3 ${edge}`} aria-labelledby="result">
        <div role="status" className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h2 id="result" className="text-base">
            <span className={`chip ${chip}`}>{word}</span>
          </h2>
          <p className="min-w-0 flex-1 basis-64 text-base">{summary}</p>
        </div>
        <p className="mt-2 flex flex-wrap gap-x-4 text-sm text-muted">
          <span>
            Compared <Age iso={comparedAt} />
          </span>
          <Link href={href} rel="nofollow">
            Permalink
          </Link>
          <a href={apiHref} rel="nofollow">
            As JSON
          </a>
        </p>
      </section>
      {inParts.length > 0 && (
        <section className="panel max-w-prose px-4 py-3 text-sm">
          {inParts.map(({ label, partsEstimate }) => (
            <p key={label}>{words.takesParts(label, partsEstimate ?? 0)}</p>
          ))}
          <p className="mt-2">
            <Link href={partsHref} rel="nofollow" className="button">
              Compare in parts
            </Link>
          </p>
        </section>
      )}
      {differences.length > 0 && <DifferencesTable comparison={comparison} cluster={cluster} />}
      <SidesTable comparison={comparison} />
      {what !== 'slot' && aside.length + unsettled.length > 0 && (
        <section aria-labelledby="aside" className="max-w-prose text-sm">
          <h2 id="aside" className="pb-1 text-base">
            Not counted as differences
          </h2>
          <ul className="list-disc ps-5">
            {aside.map((kind) => (
              <li key={kind}>{`Set aside: ${groupDigits(setAside[kind])} ${words.setAside[kind]}.`}</li>
            ))}
            {unsettled.map(({ rows, because }) => (
              <li key={because}>{words.notSettled(rows, because)}</li>
            ))}
          </ul>
        </section>
      )}
      <p className="max-w-prose text-sm text-muted">{words.whatCounts(network)}</p>
    </>
  )
}
