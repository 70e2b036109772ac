import type { AccountHistory, AccountVersion, HistoryEnd, HistoryWindow } from './contract'
import type { VersionLine } from './walk'

interface Shown {
  hash: string
  address: string | null
  line: VersionLine
  window: HistoryWindow
  beside: string | null
  limit: number
  live: { hash: string; slotCreated: number } | null
}

export function cutHistoryPage({ hash, address, line, window, beside, limit, live }: Shown): AccountHistory {
  const { steps } = line
  const [newestEnd, oldestEnd] = [newestEndOf(line), oldestEndOf(line)]
  const [from, to] = rangeOf(line.indexOf(beside ?? hash), steps.length, window, limit)
  const hasFirst = oldestEnd.kind === 'created'
  const items = steps.slice(from, to).map(({ content }, i): AccountVersion => {
    const index = from + i
    const before = steps[index + 1]?.content ?? null
    return {
      ...content,
      number: hasFirst ? steps.length - index : null,
      previous: before && { account: before.account, tokenData: before.tokenData },
    }
  })
  const [first, last] = [items[0]?.account.hash ?? null, items.at(-1)?.account.hash ?? null]
  return {
    hash,
    address,
    items,
    known: steps.length,
    newer: from,
    newestEnd,
    oldestEnd,
    live: newestEnd.kind === 'unwalked' || newestEnd.kind === 'problem' ? live : null,
    olderThan: to < steps.length || oldestEnd.kind === 'unwalked' ? last : null,
    newerThan: from > 0 || newestEnd.kind === 'unwalked' ? first : null,
  }
}

function rangeOf(at: number, count: number, window: HistoryWindow, limit: number): [number, number] {
  if (window && 'olderThan' in window) return [at + 1, Math.min(count, at + 1 + limit)]
  if (window) return [Math.max(0, at - limit), at]
  const from = Math.max(0, Math.min(at - Math.floor(limit / 2), count - limit))
  return [from, Math.min(count, from + limit)]
}

function oldestEndOf({ oldest, oldestEnd }: VersionLine): HistoryEnd {
  if (oldestEnd) return oldestEnd
  const { previous } = oldest
  return previous.kind === 'version' ? { kind: 'unwalked', hash: previous.hash } : previous
}

function newestEndOf({ newest, newestEnd }: VersionLine): HistoryEnd {
  if (newestEnd) return newestEnd
  const { next, content } = newest
  if (next?.kind === 'version') return { kind: 'unwalked', hash: next.hash }
  if (next) return next
  return content.consumed === null ? { kind: 'live' } : { kind: 'unwalked', hash: content.account.hash }
}
