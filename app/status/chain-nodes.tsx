import { replacedText } from '@/components/status/replaced-words'
import type { ChainReplaced } from '@/lib/api/status'
import type { NodeIdentity } from '@/lib/upstream/chain/node'
import * as words from './words-server'

export function ChainNodes({
  states,
  failures,
  replaced,
}: {
  states: readonly NodeIdentity['state'][]
  /** By node: why its newest call failed. */
  failures: readonly (string | null)[]
  replaced: ChainReplaced | null
}) {
  return (
    <section aria-labelledby="chain-nodes">
      <h2 id="chain-nodes" className="pb-2 text-base">
        Chain node
      </h2>
      <div className="panel divide-y divide-line text-sm">
        {replaced && (
          <p className="p-3">
            <span>{replacedText(replaced)}</span>{' '}
            <span className="number break-all text-muted">{words.replacedGenesis(replaced.to, replaced.from)}</span>
          </p>
        )}
        {states.length === 0 && <p className="p-3 text-muted">{words.noNode}</p>}
        {states.map((state, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nodes have no other name that may be shown
          <p key={i} className="p-3">
            {states.length > 1 && <span className="text-muted">{`Node ${i + 1}: `}</span>}
            <span className={state === 'wrong' || failures[i] ? 'text-doubt' : ''}>
              {(state !== 'wrong' && failures[i]) || words.nodeStates[state]}
            </span>
          </p>
        ))}
      </div>
    </section>
  )
}
