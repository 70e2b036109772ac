'use client'

import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Listeners } from '@/components/frame/listeners'
import { IdleHabits } from '@/components/reader/reader-tools'
import { NowProvider } from '@/components/ui/time'
import { newQueryClient } from '../lib/api/query'

export function Providers({ serverNow, children }: { serverNow: number; children: ReactNode }) {
  const [client] = useState(newQueryClient)
  return (
    <QueryClientProvider client={client}>
      <NowProvider serverNow={serverNow}>
        {children}
        <Listeners />
        <IdleHabits />
      </NowProvider>
    </QueryClientProvider>
  )
}
