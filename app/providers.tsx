'use client'

import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { CopyListener } from '@/components/copy-listener'
import { IdleHabits } from '@/components/idle-habits'
import { NowProvider } from '@/components/now'
import { StillWaiting } from '@/components/still-waiting'
import { newQueryClient } from './query-client'

export function Providers({ serverNow, children }: { serverNow: number; children: ReactNode }) {
  const [client] = useState(newQueryClient)
  return (
    <QueryClientProvider client={client}>
      <NowProvider serverNow={serverNow}>
        {children}
        <CopyListener />
        <StillWaiting />
        <IdleHabits />
      </NowProvider>
    </QueryClientProvider>
  )
}
