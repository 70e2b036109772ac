import type { ErrorBudget as Budget } from '@/lib/status/history/contract'
import * as words from './words-server'

export function ErrorBudget({ budget: { objective, days, allowedSeconds, spentSeconds } }: { budget: Budget }) {
  const left = allowedSeconds - spentSeconds
  const share = Math.floor((left / allowedSeconds) * 100)
  return (
    <p className="panel px-4 py-3 text-sm">
      <strong className="font-semibold">
        {left < 0 ? words.budgetOverspent(minutes(-left)) : words.budgetLeft(minutes(left), share)}
      </strong>{' '}
      <span className="number text-muted">
        {words.budgetRule(minutes(spentSeconds), minutes(allowedSeconds), objective, days)}
      </span>
    </p>
  )
}

function minutes(seconds: number): string {
  const value = seconds / 60
  return `${value < 100 && !Number.isInteger(value) ? value.toFixed(1) : Math.round(value)} min`
}
