'use client'

import { type ComponentType, useEffect, useState } from 'react'
import { whenIdle } from '../ui/when-idle'

/**
 * Loads what works in the background (keys, labels, copying of rows, local time, the notice of a slow page) when the
 * browser has nothing better to do: it is no part of a first visit's weight, and the page is whole without it.
 */
export function IdleHabits() {
  const [Habits, setHabits] = useState<ComponentType | null>(null)
  useEffect(() => {
    whenIdle(() => void import('./habits').then((loaded) => setHabits(() => loaded.Habits)))
  }, [])
  return Habits && <Habits />
}
