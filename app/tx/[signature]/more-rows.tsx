import { groupDigits } from '@/lib/format/numbers'

export const MOST_ROWS = 100

export function MoreRows({ count, shown = MOST_ROWS, json }: { count: number; shown?: number; json: string }) {
  if (count <= shown) return null
  return (
    <p className="px-3 py-2 text-sm text-muted">
      <span>{`${groupDigits(count - shown)} more:`}</span> <a href={json}>this transaction as JSON</a>
    </p>
  )
}
