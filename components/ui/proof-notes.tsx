import type { Problem } from '@/lib/api/problem'
import { type Cluster, helpHref } from '@/lib/page/address'
import { Link } from './link'
import * as words from './words-server'

/* All notes are server-rendered; rows.css shows those that apply to the current rows. */

const HERE = ''

export function ProofAlarm({ cluster }: { cluster: Cluster }) {
  return (
    <section className="proof-alarm panel mb-3 border-s-4 border-s-fail px-4 py-3" aria-labelledby="wrong-rows">
      <h2 id="wrong-rows" className="text-base text-fail">
        {words.wrongRows}
      </h2>
      <p className="mt-1 max-w-prose text-sm">
        <span>{words.wrongRowsAbout}</span> <AboutProof cluster={cluster} />
      </p>
    </section>
  )
}

/** @param unproven rows without proof at render time */
export function ProofLegend({ unproven, cluster }: { unproven: number; cluster: Cluster }) {
  return (
    <p className="proof-legend of-rows mt-3 text-sm text-muted">
      <span className="proof-legend-matches">
        <i className="proof-mark" data-proof="matches" /> <span>{words.matches}</span>{' '}
      </span>
      <span className="proof-legend-unknown">
        <i className="proof-mark" data-proof="cannot_tell" /> <span>{words.unknown}</span>{' '}
      </span>
      {unproven > 0 && (
        <span className="proof-legend-waiting">
          <span>{words.notChecked(unproven)}</span>{' '}
          <noscript>
            <a href={HERE}>{words.checkAgain}</a>{' '}
          </noscript>
        </span>
      )}
      <span>{words.proofAbout}</span> <AboutProof cluster={cluster} />
    </p>
  )
}

function AboutProof({ cluster }: { cluster: Cluster }) {
  return <Link href={`${helpHref(cluster)}#proof`}>{words.aboutProof}</Link>
}

export function MintsNote({ problem }: { problem: Problem | null }) {
  // Without a node nothing failed: /help describes what one adds.
  if (!problem || problem.code === 'no_chain_node') return null
  return <p className="of-rows mt-3 text-sm text-muted">{words.inBaseUnits(problem.detail)}</p>
}
