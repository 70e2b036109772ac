import { use, useEffect, useState, useSyncExternalStore } from 'react'

export interface LazyModule<M> {
  module: M | null
  failed: boolean
}

/** A hook that loads a module when `wanted`. Server-rendered HTML made with it stays until the browser has loaded it. */
export function lazyModule<M>(load: () => Promise<M>): (wanted: boolean) => LazyModule<M> {
  let state: LazyModule<M> = { module: null, failed: false }
  let coming: Promise<unknown> | null = null
  let first: Promise<unknown> | null = null
  const request = () => {
    coming ??= load().then(
      (module) => {
        state = { module, failed: false }
      },
      () => {
        state = { module: null, failed: true }
        coming = null
      },
    )
    return coming
  }
  return function useModule(wanted) {
    const isFirstDrawing = useSyncExternalStore(never, no, yes)
    const [, redraw] = useState(state)
    useEffect(() => {
      if (wanted) void request().then(() => redraw(state))
    }, [wanted])
    // Also when it has come meanwhile: React replays a drawing that waited, and hooks behind a `use` that is left out fail (467).
    if (wanted && isFirstDrawing) {
      first ??= request()
      use(first)
    }
    return state
  }
}

const never = () => () => {}
const no = () => false
const yes = () => true
