import { groupDigits, type Integer } from '@/lib/format/numbers'

/** An integer with its digits in groups for the eye, and bare for whoever reads the document with a program. */
export function Digits({ value }: { value: Integer }) {
  return (
    <data value={String(value)} className="number">
      {groupDigits(value)}
    </data>
  )
}
