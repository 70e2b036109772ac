import { groupDigits, type Integer } from '@/lib/format/numbers'

/** Groups are visual only, so that programs read a plain integer. */
export function Digits({ value }: { value: Integer }) {
  return (
    <data value={String(value)} className="number">
      {groupDigits(value)}
    </data>
  )
}
