'use client'

import { Asks } from './asks'
import { lazyModule } from './lazy-module'
import type { StateNotice } from './state-notice'

type Props = Parameters<typeof StateNotice>[0] & { asking: boolean; onRetry(): void }

/** Loaded on the first failure after page load: pages that fail earlier carry the server's notice. */
const useNotice = lazyModule(() => import('./state-notice'))

export function Failure({ asking, onRetry, ...notice }: Props) {
  const { module, failed } = useNotice(true)
  const { problem, rowsShown } = notice
  if (module) {
    return (
      <Asks asker={{ problem, asking, onRetry }}>
        <module.StateNotice {...notice} />
      </Asks>
    )
  }
  // The explorer cannot serve the notice's code either.
  return failed ? (
    <section className="panel border-s-4 border-s-doubt px-4 py-3 text-sm" role={rowsShown ? 'status' : 'alert'}>
      <span className="wrap-anywhere">{`${problem.title}. ${problem.detail}`}</span>{' '}
      <button type="button" className="button" onClick={onRetry} disabled={asking}>
        Retry
      </button>
    </section>
  ) : null
}
