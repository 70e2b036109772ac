import 'server-only'
import { clock } from '../../platform/clock'
import { once } from '../../platform/once'
import { configuration } from '../../upstream/networks/networks'
import type { ErrorBudget } from './contract'
import { HistoryKeeper } from './keeper'

export const history = once('history keeper', () => new HistoryKeeper(configuration().dataDir))

const BUDGET_MS = 10_000

export function errorBudgetOf(network: string): ErrorBudget {
  const now = clock().monotonic()
  const known = budgets().get(network)
  if (known && now - known.atMs < BUDGET_MS) return known.budget
  const budget = history().budget(network, configuration().objective)
  budgets().set(network, { atMs: now, budget })
  return budget
}

const budgets = once('error budgets', () => new Map<string, { atMs: number; budget: ErrorBudget }>())
