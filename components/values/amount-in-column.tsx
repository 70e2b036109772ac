/** An amount, exact, whose point stands below those of other rows: `zeros`, which are not drawn, bring it there. */
export function AmountInColumn({
  value,
  text,
  zeros,
  title,
}: {
  value: bigint
  text: string
  zeros: string
  title: string | undefined
}) {
  return (
    <data value={String(value)} title={title} className="number">
      {text}
      {zeros && (
        <span aria-hidden="true" className="zeros">
          {zeros}
        </span>
      )}
    </data>
  )
}
