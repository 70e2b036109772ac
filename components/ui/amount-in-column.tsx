/**
 * An amount, exact, whose point stands below those of other rows: `zeros`, which are not drawn, bring it there. `unit` and
 * `mint` are for what is copied of the column.
 */
export function AmountInColumn({
  value,
  text,
  zeros,
  title,
  unit,
  mint,
}: {
  value: bigint
  text: string
  zeros: string
  title: string | undefined
  /** What it is in, where that is not what `value` counts. */
  unit?: 'tokens' | 'SOL' | undefined
  mint?: string
}) {
  return (
    <data value={String(value)} data-unit={unit} data-mint={mint} title={title} className="number" translate="no">
      {text}
      {zeros && (
        <span aria-hidden="true" className="zeros">
          {zeros}
        </span>
      )}
    </data>
  )
}
