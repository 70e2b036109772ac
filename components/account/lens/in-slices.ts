/** Milliseconds of work before yielding to the page. */
const SLICE_MS = 8

export function inSlices<T>(steps: Generator<void, T>, onDone: (result: T) => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const slice = () => {
    const until = performance.now() + SLICE_MS
    for (;;) {
      const step = steps.next()
      if (step.done) return onDone(step.value)
      if (performance.now() > until) break
    }
    timer = setTimeout(slice)
  }
  timer = setTimeout(slice)
  return () => clearTimeout(timer)
}
