'use client'

import type { ReactNode } from 'react'
import { Asks } from '@/components/ui/asks'
import { Failure } from '@/components/ui/failure'
import type { MethodName } from '@/lib/protocol/rpc/methods'
import type { UsedAnswer } from './use-answer'

/**
 * The notice in place of rows that never came. The one that came with the page stays while the problem has the same code,
 * so that a repeated failure is not announced again.
 */
export function NoAnswer({ used, failed }: { used: UsedAnswer<MethodName>; failed: ReactNode }) {
  const { problem, asking, refresh, initialProblem } = used
  if (!problem) return null
  if (problem.code !== initialProblem?.code) return <Failure problem={problem} asking={asking} onRetry={refresh} />
  return <Asks asker={{ problem, asking, onRetry: refresh }}>{failed}</Asks>
}

/** Says above rows of an earlier answer why there is no newer one. */
export function NoNewerAnswer({ used: { problem, asking, refresh } }: { used: UsedAnswer<MethodName> }) {
  if (!problem) return null
  return (
    <div className="pb-4">
      <Failure problem={problem} rowsShown asking={asking} onRetry={refresh} />
    </div>
  )
}
