'use client'

import { useEffect, useState } from 'react'
import { Asks } from './asks'
import type { StateNotice } from './state-notice'

type Props = Parameters<typeof StateNotice>[0] & { asking: boolean; onRetry(): void }

/** Loaded with the first failure: pages that fail at once come with the server's notice. */
let loaded: typeof StateNotice | null = null

/** What went wrong after the page came, with the way to ask again. */
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
  // The explorer does not even give out what words its failures well.
  return isPlain ? (
    <section className="panel border-s-4 border-s-doubt px-4 py-3 text-sm" role={rowsShown ? 'status' : 'alert'}>
      <span className="wrap-anywhere">{`${problem.title}. ${problem.detail}`}</span>{' '}
      <button type="button" className="button" onClick={onRetry} disabled={asking}>
        Retry
      </button>
    </section>
  ) : null
}
