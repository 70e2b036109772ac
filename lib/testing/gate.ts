/** A promise that comes when it is opened. */
export function gate() {
  let open = () => {}
  const until = new Promise<void>((resolve) => {
    open = resolve
  })
  return { until, open }
}
