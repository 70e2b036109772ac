import type { Problem } from '@/lib/api/problem'
import { formatCount } from '@/lib/format/numbers'
import { type Cluster, helpHref } from '@/lib/page/address'
import { Link } from './link'

/* All notes are server-rendered; rows.css shows those that apply to the current rows. */

const HERE = ''

export function ProofAlarm({ cluster }: { cluster: Cluster }) {
  return (
    <section className="proof-alarm panel mb-3 border-s-4 border-s-fail px-4 py-3" aria-labelledby="wrong-rows">
      <h2 id="wrong-rows" className="text-base text-fail">
        Wrong rows
      </h2>
      <p className="mt-1 max-w-prose text-sm">
        Rows marked “wrong” do not match their hashes: the indexer altered or mixed up their fields, or they were
        damaged on the way. Do not rely on them. The open row names what differs. <AboutProof cluster={cluster} />
      </p>
    </section>
  )
}

/** @param unproven rows without proof at render time */
export function ProofLegend({ unproven, cluster }: { unproven: number; cluster: Cluster }) {
  return (
    <p className="proof-legend of-rows mt-3 text-sm text-muted">
      <span className="proof-legend-matches">
        <i className="proof-mark" data-proof="matches" /> Content matches the hash.{' '}
      </span>
      <span className="proof-legend-unknown">
        <i className="proof-mark" data-proof="cannot_tell" /> Unknown whether all of it does.{' '}
      </span>
      {unproven > 0 && (
        <span className="proof-legend-waiting">
          <span>{`${formatCount(unproven, 'row')} not checked yet.`}</span>{' '}
          <noscript>
            <a href={HERE}>Check again</a>{' '}
          </noscript>
        </span>
      )}
      <span>A hash proves content, not membership in the state tree.</span> <AboutProof cluster={cluster} />
    </p>
  )
}

function AboutProof({ cluster }: { cluster: Cluster }) {
  return <Link href={`${helpHref(cluster)}#proof`}>About proof</Link>
}

export function MintsNote({ problem }: { problem: Problem | null }) {
  // Without a node nothing failed: /help describes what one adds.
  if (!problem || problem.code === 'no_chain_node') return null
  return (
    <p className="of-rows mt-3 text-sm text-muted">
      {`Some amounts are in base units, because the decimals of their mints could not be read. ${problem.detail}`}
    </p>
  )
}
