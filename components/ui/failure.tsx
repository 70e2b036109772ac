'use client'

import type { ComponentProps } from 'react'
import { Asks } from './asks'
import { StateNotice } from './state-notice'

export function Failure({
  asking,
  onRetry,
  ...notice
}: ComponentProps<typeof StateNotice> & { asking: boolean; onRetry(): void }) {
  return (
    <Asks asker={{ problem: notice.problem, asking, onRetry }}>
      <StateNotice {...notice} />
    </Asks>
  )
}
