'use client'

import { useSyncExternalStore } from 'react'

export function useOffline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => !navigator.onLine,
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  globalThis.addEventListener('online', listener)
  globalThis.addEventListener('offline', listener)
  return () => {
    globalThis.removeEventListener('online', listener)
    globalThis.removeEventListener('offline', listener)
  }
}

export function OfflineNote() {
  const offline = useOffline()
  return (
    <div role="status">
      {offline && (
        <div className="border-b border-line bg-doubt-soft text-sm text-doubt">
          <p className="mx-auto max-w-[84rem] px-4 py-2 sm:px-6">
            <strong className="font-semibold">You are offline.</strong> What is on screen stays as it was; nothing is
            asked until your connection is back.
          </p>
        </div>
      )}
    </div>
  )
}
