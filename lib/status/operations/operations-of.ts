import 'server-only'
import { once } from '../../platform/once'
import { keyOf } from '../../protocol/rpc/canonical-key'
import { type CallResult, onCallResult } from '../../upstream/indexer/call-results'
import type { Indexer } from '../../upstream/networks/networks'
import { faultIn, faultOf } from './fault'
import { Operations } from './operations'

const operations = once('operations', () => {
  onCallResult('operations', note)
  return new WeakMap<Indexer, Operations>()
})

/** From now on results of calls count: called before the first call of the process (health/probe.ts, startProbes). */
export function noteCalls(): void {
  operations()
}

/** How the operations of an indexer fare; one object for the process. */
export function operationsOf(indexer: Indexer): Operations {
  const known = operations().get(indexer) ?? new Operations()
  operations().set(indexer, known)
  return known
}

/** Name of all questions that canaries make up. */
const OWN_SUBJECT = 'canary'

function note(result: CallResult): void {
  const { indexer, method, params, canary, tookMs, failure, few, slots } = result
  const found = failure ? faultOf(failure, tookMs) : faultIn(tookMs, slots)
  const fault = few === null ? found : ({ kind: 'fails', text: few } as const)
  if (fault === undefined) return
  operationsOf(indexer).note(method, {
    subject: canary ? (canary.again ?? OWN_SUBJECT) : subjectOf(params),
    params,
    fault,
    tookMs,
    canary: canary?.again === null,
  })
}

/** What a question is about, whatever part of it is asked for. */
function subjectOf(params: object): string {
  const { owner, delegate, hash, ...place } = params as Partial<Record<string, unknown>>
  return String(owner ?? delegate ?? hash ?? keyOf(place))
}
