import { use, useEffect, useState, useSyncExternalStore } from 'react'

/** A module that comes when it is needed. */
export interface LazyModule<M> {
  /** Null until it has come. */
  module: M | null
  /** True where it could not be loaded: the explorer is gone, or the reader offline. */
  failed: boolean
}

/**
 * A hook over a module that most visits do without. What the server draws with it is in its HTML, for readers without
 * scripts, and stands until the browser has loaded it, too; a page that needs it later goes on without it until then.
 * `wanted` says whether it is needed.
 */
export function lazyModule<M>(load: () => Promise<M>): (wanted: boolean) => LazyModule<M> {
  let state: LazyModule<M> = { module: null, failed: false }
  let coming: Promise<unknown> | null = null
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
      if (!wanted) return
      let isShown = true
      void request().then(() => isShown && redraw(state))
      return () => {
        isShown = false
      }
    }, [wanted])
    if (wanted && isFirstDrawing && !state.module && !state.failed) use(request())
    return state
  }
}

const never = () => () => {}
const no = () => false
const yes = () => true
