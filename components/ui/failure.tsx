'use client'

import { useEffect, useState } from 'react'
import { Asks } from './asks'
import type { StateNotice } from './state-notice'

type Props = Parameters<typeof StateNotice>[0] & { asking: boolean; onRetry(): void }

/** Loaded on the first failure after page load: pages that fail earlier carry the server's notice. */
let loaded: typeof StateNotice | null = null

export function Failure({ asking, onRetry, ...notice }: Props) {
  const [Notice, setNotice] = useState(() => loaded)
  const [isPlain, setPlain] = useState(false)
  useEffect(() => {
    import('./state-notice').then(
      (module) => {
        loaded = module.StateNotice
        setNotice(() => module.StateNotice)
      },
      () => setPlain(true),
    )
  }, [])
  const { problem, rowsShown } = notice
  if (Notice) {
    return (
      <Asks asker={{ problem, asking, onRetry }}>
        <Notice {...notice} />
      </Asks>
    )
  }
  // The explorer cannot serve the notice's code either.
  return isPlain ? (
    <section className="panel border-s-4 border-s-doubt px-4 py-3 text-sm" role={rowsShown ? 'status' : 'alert'}>
      <span className="wrap-anywhere">{`${problem.title}. ${problem.detail}`}</span>{' '}
      <button type="button" className="button" onClick={onRetry} disabled={asking}>
        Retry
      </button>
    </section>
  ) : null
}
