/** Stands where there is no value. */
export function None() {
  return (
    <span className="text-muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">none</span>
    </span>
  )
}
