import { replacedText } from '@/components/status/replaced-words'
import type { ChainReplaced } from '@/lib/api/status'
import type { NodeIdentity } from '@/lib/upstream/chain/node'

type States = readonly NodeIdentity['state'][]

const WORDS: Readonly<Record<States[number], string>> = {
  checked: 'On the indexer’s chain.',
  unchecked: 'Not checked yet: no recent transaction of the indexer was found on it.',
  wrong: 'On another chain than the indexer, so nothing is requested of it. Only the operator can fix this.',
}

export function ChainNodes({ states, replaced }: { states: States; replaced: ChainReplaced | null }) {
  return (
    <section aria-labelledby="chain-nodes">
      <h2 id="chain-nodes" className="pb-2 text-base">
        Chain node
      </h2>
      <div className="panel divide-y divide-line text-sm">
        {replaced && (
          <p className="p-3">
            <span>{replacedText(replaced)}</span>{' '}
            <span className="number break-all text-muted">
              {`Genesis hash ${replaced.to}, before ${replaced.from}.`}
            </span>
          </p>
        )}
        {states.length === 0 && (
          <p className="p-3 text-muted">
            None is configured. With one, Leafscan shows what transactions did, what accounts held, and token decimals.
          </p>
        )}
        {states.map((state, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nodes have no other name that may be shown
          <p key={i} className="p-3">
            {states.length > 1 && <span className="text-muted">{`Node ${i + 1}: `}</span>}
            <span className={state === 'wrong' ? 'text-doubt' : ''}>{WORDS[state]}</span>
          </p>
        ))}
      </div>
    </section>
  )
}
